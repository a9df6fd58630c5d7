import type pg from 'pg'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createFleet } from '@emberwatch/simulator'
import type { Fleet } from '@emberwatch/simulator'
import { openDatabase } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../testing/database.ts'
import { createSite, seedInstallation, startIngest } from './ingest.fixture.ts'
import type { Site, SiteGateway, StartedIngest } from './ingest.fixture.ts'

/** One gateway of a new site on a real connection, and what it left in the database. */
export interface IngestTest {
  site: Site
  gateway: SiteGateway
  device: SiteGateway['devices'][number]
  /** All gateways of the site; not started. */
  fleet: Fleet
  client: MqttClient
  url: string
  /** To the test database, for a second process. */
  connection: pg.PoolConfig
  ingest: StartedIngest['ingest']
  db: ReturnType<typeof openDatabase>['kysely']
}

/** Registers the hooks of a test file: one ingest per file, one site per test. The fields of the result change with each test. */
export const useIngest = (): IngestTest => {
  const current: Partial<IngestTest> = {}
  let stop = async (): Promise<void> => undefined

  beforeAll(async () => {
    const server = await testDatabase()
    const database = openDatabase(server.connection)
    await seedInstallation(database.kysely)
    const ingest = await startIngest(server.connection)
    Object.assign(current, { db: database.kysely, url: ingest.url, connection: server.connection, ingest: ingest.ingest })
    stop = async () => {
      await ingest.stop()
      await database.close()
      await server.stop()
    }
  })
  afterAll(() => stop())

  beforeEach(async () => {
    const { db, url = '' } = current
    if (db === undefined) throw new Error('no database')
    const site = await createSite(db, 2, 2)
    const [gateway] = site.gateways
    if (gateway === undefined) throw new Error('no gateway')
    const fleet = createFleet({ url, gateways: site.gateways, heartbeatSeconds: 0, reconnectMs: 50 })
    const client = await connectAsync(url, { protocolVersion: 4, username: gateway.code, password: gateway.secret })
    Object.assign(current, { site, gateway, device: gateway.devices[0], fleet, client })
  })
  afterEach(async () => {
    await current.fleet?.stop()
    await current.client?.endAsync(true)
  })

  return new Proxy(current, {
    get: (fields, name) => {
      const value: unknown = Reflect.get(fields, name)
      if (value === undefined) throw new Error(`${String(name)} is there only within a test`)
      return value
    },
  }) as IngestTest
}

/** Publishes as the test's gateway. Resolves when acknowledged. */
export const send = async ({ client, gateway }: IngestTest, value: unknown, channel = 'report'): Promise<void> => {
  await client.publishAsync(`ew/v1/${gateway.code}/${channel}`, typeof value === 'string' ? value : JSON.stringify(value), {
    qos: 1,
  })
}

export const rowsOf = {
  reports: ({ db, gateway }: IngestTest) =>
    db.selectFrom('report').selectAll().where('gateway_id', '=', gateway.id).orderBy('id').execute(),
  alarms: ({ db, site }: IngestTest) => db.selectFrom('alarm').selectAll().where('path', '=', site.path).orderBy('id').execute(),
  faults: ({ db, site }: IngestTest) => db.selectFrom('fault').selectAll().where('path', '=', site.path).orderBy('id').execute(),
  events: ({ db, site }: IngestTest) =>
    db.selectFrom('live_event').selectAll().where('path', '=', site.path).orderBy('id').execute(),
  audits: async ({ db, site }: IngestTest) =>
    (await db.selectFrom('audit_log').select('action').where('path', '=', site.path).orderBy('id').execute()).map(
      ({ action }) => action,
    ),
  log: ({ db, gateway }: IngestTest) =>
    db.selectFrom('mqtt_log').selectAll().where('client', '=', gateway.code).orderBy('id').execute(),
  gateway: ({ db, gateway }: IngestTest) =>
    db.selectFrom('gateway').selectAll().where('id', '=', gateway.id).executeTakeFirstOrThrow(),
  unknown: ({ db, site }: IngestTest) =>
    db.selectFrom('unknown_report').selectAll().where('path', '=', site.path).orderBy('id').execute(),
  device: ({ db, device }: IngestTest) =>
    db.selectFrom('device').selectAll().where('id', '=', device.id).executeTakeFirstOrThrow(),
}
