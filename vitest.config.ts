import { defineConfig } from 'vitest/config'

const globalSetup = ['packages/server/src/testing/database-server.ts']

export default defineConfig({
  test: {
    // Two cores are the machine we promise to run on; more workers than that only make clocks in tests lie.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
          globalSetup,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
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
