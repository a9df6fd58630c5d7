import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { noJobs } from '../testing/no-jobs.ts'
import { createNotifications } from './database/notifications.ts'
import { createProgramHealth } from './health-checks.ts'
import type { ServiceReport } from './service.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await testDatabase()
})
afterAll(() => server.stop())

const partsOf = async (ROLES: string, health: NonNullable<ServiceReport['health']>) => {
  const { connection } = server
  const log = pino({ level: 'silent' })
  const config = loadConfig({ LOG_LEVEL: 'silent', ROLES })
  const { beat, health: known } = createProgramHealth({
    config,
    connection,
    services: [{ health }],
    jobs: noJobs,
    notifications: createNotifications(connection, log),
    hub: { reads: () => true },
    disk: { state: () => 'ok' },
    openFiles: { state: () => 'ok' },
    log,
  })
  await beat.stop()
  return known.parts()
}

test('what carries out commands is watched wherever it runs, and a part that nobody watches is not healthy', async () => {
  const works = { commands: () => null }
  for (const roles of ['ingest', 'jobs']) {
    expect(await partsOf(roles, works)).toMatchObject({ commands: 'ok' })
    expect(await partsOf(roles, { commands: () => 'linked rules do not run' })).toMatchObject({
      commands: 'linked rules do not run',
    })
    expect(await partsOf(roles, {})).toMatchObject({ commands: 'unwatched' })
  }
  expect(await partsOf('api', {})).toMatchObject({ commands: 'ok' })
})

test('a process without jobs says what it delivers itself', async () => {
  expect(await partsOf('ingest', { delivery: () => 'pushes are not sent' })).toMatchObject({ delivery: 'pushes are not sent' })
  expect(await partsOf('ingest', {})).toMatchObject({ delivery: 'ok' })
})
