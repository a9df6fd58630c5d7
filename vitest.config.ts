import { defineConfig } from 'vitest/config'

const globalSetup = ['packages/server/src/testing/database-server.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Two cores are the machine we promise to run on; more workers than that make clocks in tests lie.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: ['packages/{server,simulator}/**/*.test.ts', 'scripts/*.test.ts'],
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
