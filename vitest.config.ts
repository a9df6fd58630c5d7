import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test-plan.ts'

const globalSetup = ['packages/server/src/testing/database-server.ts']

/** A program that a test starts as a process of its own is compiled once and not at each start, which takes half of it. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.emberwatch-compiled') }

/** All features but `ingest`: its tests take their database or their broker away, and watch the clock meanwhile. */
const verbs = ['packages/server/src/features/!(ingest)/**/*.test.ts']

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Two cores are the machine we promise to run on; more workers than that make clocks in tests lie.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: ['packages/{server,simulator}/**/*.test.ts', 'scripts/*.test.ts'],
          exclude: verbs,
          env,
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'verbs',
          // Each file has a database of its own, but they share a process, so that none loads the program anew.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: verbs,
          env,
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'pure',
          // They only compute, so they share a process: to start one for each file took four fifths of their time.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: ['packages/{contract,device-link,web}/**/*.test.{ts,tsx}'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          // A browser and a server each: more of them on two cores only make clocks in tests lie.
          maxWorkers: 2,
          // The files share a process, and with it the browser.
          isolate: false,
          sequence: { groupOrder: 1 },
          include: ['e2e/**/*.test.ts'],
          expect: { poll: { timeout: 30_000 } },
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
