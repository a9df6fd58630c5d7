import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test-plan.ts'

const globalSetup = ['packages/server/src/testing/database-server.ts']

/** A program that a test starts as a process of its own is compiled once and not at each start, which takes half of it. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.emberwatch-compiled') }

/**
 * They end tests that hang, and say nothing about speed: on a slow machine whose cores are also busy with something else, a test may take six times as long
 * as on a good one.
 */
const patience = { testTimeout: 180_000, hookTimeout: 180_000 }

/** Long ones that compute, and those that measure or use up what belongs to the whole process. */
const alone = [
  'packages/server/src/model/**/*.test.ts',
  'packages/server/src/{contract,hostile,outages}.test.ts',
  'packages/server/src/platform/database/{embedded-postgres,statement-names}.test.ts',
  'packages/server/src/platform/sheets/*.test.ts',
  'packages/server/src/testing/**/*.test.ts',
]

/**
 * They wait nearly all of their time: for a silence, a limit, a lock. `npm test` runs them beside everything else (scripts/test.ts), so only what bears a
 * busy machine stands here: what measures a time has seconds to spare.
 */
const waiting = [
  'features/equipment/device-command/device-command',
  'features/ingest/ingest/external-failover',
  'features/ingest/ingest/gateways',
  'features/ingest/ingest/locked-alarm',
  'features/ingest/ingest/lookup-retry',
  'features/ingest/ingest/presence',
  'features/equipment/linked-rule/linked-rule',
  'features/notify/notification/outage',
  'features/notify/notify-provider/kill-dispatcher',
  'features/equipment/upgrade/upgrade-engine',
  'features/equipment/upgrade/upgrade-taken-back',
  'model/notifications-kill',
  'platform/broker/external-broker',
  'platform/jobs',
  'platform/live-events',
  'platform/process-beat',
  'platform/tracing/tracing',
].map((file) => `packages/server/src/${file}.test.ts`)

/** Of the tests that only compute, those that replace a module: in a shared process, others would load it as well. */
const pure = 'packages/{contract,device-link,web}/**/*.test.{ts,tsx}'
const replacing = globSync(pure, { cwd: import.meta.dirname, exclude: (name) => name.includes('node_modules') }).filter((file) =>
  /vi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          // Each file has a database of its own, but they share a process, so that none loads the program anew.
          isolate: false,
          // Two cores are the machine we promise to run on; more workers than that make clocks in tests lie.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: ['packages/{server,simulator}/**/*.test.ts', 'scripts/*.test.ts'],
          exclude: [...alone, ...waiting],
          env,
          globalSetup,
          ...patience,
        },
      },
      {
        test: {
          name: 'alone',
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: alone,
          exclude: waiting,
          env,
          globalSetup,
          ...patience,
        },
      },
      {
        test: {
          name: 'waiting',
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          include: waiting,
          env,
          globalSetup,
          ...patience,
        },
      },
      {
        test: {
          name: 'pure',
          // They only compute, so they share a process: to start one for each file took four fifths of their time.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: [pure],
          exclude: replacing,
          testTimeout: patience.testTimeout,
        },
      },
      {
        test: {
          name: 'replacing',
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          include: replacing,
          testTimeout: patience.testTimeout,
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
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
