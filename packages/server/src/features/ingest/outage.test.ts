import { setTimeout as delay } from 'node:timers/promises'
import { createFleet } from '@emberwatch/simulator'
import type { Fleet } from '@emberwatch/simulator'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { failureOf } from '../../platform/http/failure.ts'
import { testDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { databaseOf, execute } from '../../testing/database-server.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/database.ts'
import { createSite, seedInstallation, startIngest } from './ingest.fixture.ts'
import type { Site, StartedIngest } from './ingest.fixture.ts'
import { IngestConnection, survive } from './ingest-connection.ts'
import { sweepOffline } from './sweep-offline.ts'

let server: TestDatabase
let database: Database
let ingest: StartedIngest
let site: Site
let fleet: Fleet

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  survive(database.pool)
  await seedInstallation(database.kysely)
  ingest = await startIngest(server.connection, {}, { limits: { inFlightMessages: 1000 } })
})

afterAll(async () => {
  await ingest.stop()
  await database.close()
  await server.stop()
})

beforeEach(async () => {
  site = await createSite(database.kysely, 4, 2)
  fleet = createFleet({ url: ingest.url, gateways: site.gateways, heartbeatSeconds: 0, reconnectMs: 50 })
})

afterEach(() => fleet.stop())

const name = () => new URL(server.url).pathname.slice(1)
const elsewhere = () => databaseOf(server.connection, 'postgres')
const deviceOf = (gateway: number) => site.gateways[gateway]?.devices[0]?.code ?? ''
const gatewayIds = () => site.gateways.map(({ id }) => id)
const stored = async () =>
  (await database.kysely.selectFrom('report').select('id').where('gateway_id', 'in', gatewayIds()).execute()).length
const alarms = () => database.kysely.selectFrom('alarm').select('repeat_count').where('path', '=', site.path).execute()

/** Nobody can connect any more and everybody is thrown out, as when the server dies. */
async function takeAway(): Promise<void> {
  await execute(elsewhere(), `alter database ${name()} with allow_connections false`)
  await execute(elsewhere(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`)
}
const bringBack = () => execute(elsewhere(), `alter database ${name()} with allow_connections true`)

describe('while the database is away', () => {
  test('nothing is acknowledged and memory is bounded; when it returns everything is stored once, the fire alarm first, without a restart', async () => {
    await fleet.start()
    await takeAway()
    let acknowledged = 0
    const order: string[] = []
    const sending = Array.from({ length: 6000 }, (_, index) =>
      fleet.report(deviceOf(index % 3), 'telemetry', { index }).then(() => {
        acknowledged++
        order.push('telemetry')
      }),
    )
    await vi.waitFor(() => expect(ingest.ingest.status().inFlight).toBeGreaterThan(100), 5000)
    const alarm = fleet.alarm('smoke', deviceOf(3)).then(() => order.push('alarm'))
    await delay(700)
    expect(acknowledged).toBe(0)
    // The bound, and one chunk of each connection.
    expect(ingest.ingest.status().inFlight).toBeLessThan(1000 + 4 * 700)
    await bringBack()
    await Promise.all([...sending, alarm])
    expect(order.indexOf('alarm')).toBeLessThan(5000)
    expect(await stored()).toBe(6001)
    expect(await alarms()).toHaveLength(1)
  })

  test('a broken connection in the middle of a flood loses nothing and doubles nothing', async () => {
    await fleet.start()
    const sending = Array.from({ length: 3000 }, (_, index) => fleet.report(deviceOf(index % 4), 'telemetry', { index }))
    for (let round = 0; round < 5; round++) {
      await delay(40)
      await execute(elsewhere(), `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`)
    }
    await Promise.all(sending)
    expect(await stored()).toBe(3000)
  })

  test('a gateway that signs in is told to come back, and gets in when the database is there again', async () => {
    await takeAway()
    const starting = fleet.start().catch((error: unknown) => error)
    expect(await starting).toMatchObject({ message: expect.stringMatching(/unavailable/i) })
    await bringBack()
    await fleet.start()
    await fleet.report(deviceOf(0), 'telemetry')
    expect(await stored()).toBe(1)
  })
})

describe('HTTP', () => {
  let http: FastifyInstance

  beforeEach(async () => {
    http = fastify()
    http.setErrorHandler((error, request, reply) => {
      const { status, body } = failureOf(error, 'en', request.id)
      void reply.status(status).send(body)
      return reply
    })
    ingest.ingest.registerHttp(http)
    await http.ready()
  })
  afterEach(() => http.close())

  const gateway = () => site.gateways[0] ?? { code: '', secret: '' }
  const post = (payload: unknown, secret = gateway().secret, code = gateway().code) =>
    http.inject({
      method: 'POST',
      url: `/api/ingest/v1/${code}`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  const report = (seq: number) => ({ seq, reports: [{ device: deviceOf(0), code: '1111', format: 'CID' }] })

  test('200 after the commit, and a number sent twice, by either way, is stored once', async () => {
    const answer = await post(report(1))
    expect([answer.statusCode, answer.json().data]).toEqual([200, { stored: 1, refused: 0 }])
    expect(await stored()).toBe(1)
    expect((await post(report(1))).statusCode).toBe(200)
    const same = createFleet({
      url: ingest.url,
      gateways: site.gateways.slice(0, 1),
      heartbeatSeconds: 0,
      sequences: { start: () => 1, used: () => {} },
    })
    await same.start()
    await same.report(deviceOf(0), '1111')
    await same.stop()
    expect(await stored()).toBe(1)
    expect(await alarms()).toEqual([{ repeat_count: 0 }])
  })

  test('only with the own secret, and not for ever', async () => {
    expect((await post(report(1), 'wrong')).statusCode).toBe(401)
    expect((await post(report(1), site.gateways[1]?.secret)).statusCode).toBe(401)
    expect((await post(report(1), gateway().secret, 'nobody')).statusCode).toBe(401)
    for (let attempt = 0; attempt < 10; attempt++) await post(report(1), 'wrong')
    expect((await post(report(1))).statusCode).toBe(429)
    expect(await stored()).toBe(0)
  })

  test('malformed bodies are logged and refused for good', async () => {
    expect((await post('hello')).statusCode).toBe(400)
    expect((await post({ ...report(1), pad: 'x'.repeat(70_000) })).statusCode).toBe(413)
    const foreign = { seq: 2, reports: [{ device: deviceOf(1), code: '1110', format: 'CID' }] }
    expect((await post(foreign)).json().data).toEqual({ stored: 0, refused: 1 })
    const log = await database.kysely
      .selectFrom('mqtt_log')
      .select('reason')
      .where('path', '=', site.path)
      .orderBy('id')
      .execute()
    expect(log.map(({ reason }) => reason)).toEqual(['notJson', 'tooLarge', 'foreignDevice'])
  })

  test('503 with Retry-After when it cannot be kept, 200 for the same message later', async () => {
    expect((await post(report(1))).statusCode).toBe(200)
    await takeAway()
    await fleet.start().catch(() => undefined)
    const answer = await post(report(2))
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await post(report(2))).statusCode).toBe(503)
    await bringBack()
    await vi.waitFor(async () => expect((await post(report(2))).statusCode).toBe(200), { timeout: 8000, interval: 200 })
    expect(await stored()).toBe(2)
  }, 30_000)
})

describe('going offline', () => {
  let connection: IngestConnection
  beforeEach(() => {
    connection = new IngestConnection(server.connection)
  })
  afterEach(() => connection.close())

  const long = 16 * 60_000
  const sweep = async (listeningSince: Date, now: Date) => {
    const type = await database.kysely
      .selectFrom('fault_type')
      .select('id')
      .where('code', '=', 'offline')
      .executeTakeFirstOrThrow()
    return sweepOffline(connection, type.id, listeningSince, now)
  }
  const faults = () =>
    database.kysely
      .selectFrom('fault')
      .select(['state', 'repeat_count', 'device_id', 'gateway_id'])
      .where('path', '=', site.path)
      .orderBy('id')
      .execute()

  test('silence beyond the model’s patience takes devices and gateways offline, once; a word brings them back', async () => {
    await fleet.start()
    await fleet.report(deviceOf(0), 'telemetry')
    const online = () =>
      database.kysely.selectFrom('device').select('code').where('online', '=', true).where('path', '=', site.path).execute()
    await vi.waitFor(async () => expect(await online()).toEqual([{ code: deviceOf(0) }]), 5000)
    const later = new Date(Date.now() + long)
    const began = new Date(0)
    await sweep(began, new Date())
    await sweep(new Date(later.getTime() - 60_000), later) // we have been listening for a minute only
    expect(await faults()).toEqual([])
    expect(await sweep(began, later)).toBeGreaterThanOrEqual(2)
    await sweep(began, later)
    expect(await faults()).toMatchObject([
      { state: 'pending', repeat_count: 0, device_id: null, gateway_id: site.gateways[0]?.id },
      { state: 'pending', repeat_count: 0, device_id: site.gateways[0]?.devices[0]?.id, gateway_id: site.gateways[0]?.id },
    ])
    await fleet.report(deviceOf(0), 'telemetry')
    await vi.waitFor(async () => expect(await online()).toEqual([{ code: deviceOf(0) }]), 5000)
    expect((await faults()).map(({ state }) => state)).toEqual(['solved', 'solved'])
  })
})
