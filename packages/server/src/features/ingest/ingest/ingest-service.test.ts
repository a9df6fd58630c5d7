import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../../config.ts'
import { systemClock } from '../../../platform/context.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createNotifications } from '../../../platform/database/notifications.ts'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { createIngest } from './ingest.ts'
import { ingestService } from './ingest-service.ts'

let server: TestDatabase
let database: ReturnType<typeof openDatabase>
beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
})
afterAll(async () => {
  await database.close()
  await server.stop()
})

const serviceOf = (ROLES: string) => {
  const config = loadConfig({ PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent', ROLES })
  const log = pino({ level: 'silent' })
  const { connection } = server
  const notifications = createNotifications(connection, log)
  const ctx = { systemDb: database.kysely, clock: systemClock, config }
  const { run, health } = ingestService(createIngest({ ctx, connection, notifications, log }))
  return { run, problems: () => [health.broker?.(), health.storing?.()] }
}

test('ingest that does not run is not healthy, unless it has been stopped or belongs to other processes', async () => {
  const { run, problems } = serviceOf('api,ingest')
  expect(problems()).toEqual(['unavailable', 'waiting'])
  await run.start()
  expect(problems()).toEqual([null, null])
  await run.stop()
  expect(problems()).toEqual([null, null])
  const other = serviceOf('api')
  expect(other.problems()).toEqual([null, null])
  await other.run.stop()
})
