import { setTimeout as delay } from 'node:timers/promises'
import { connectAsync } from 'mqtt'
import { createFleet } from '@emberwatch/simulator'
import type { Fleet } from '@emberwatch/simulator'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { failureOf } from '../../../platform/http/failure.ts'
import { testDatabase } from '../../../testing/database.ts'
import type { TestDatabase } from '../../../testing/database.ts'
import { databaseOf, execute } from '../../../testing/database-server.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createSite, seedInstallation, startIngest } from './ingest.fixture.ts'
import type { Site, StartedIngest } from './ingest.fixture.ts'
import { ignoreConnectionErrors } from './ingest-connection.ts'

let server: TestDatabase
let database: Database
let ingest: StartedIngest
let site: Site
let fleet: Fleet

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  ignoreConnectionErrors(database.pool)
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

/** Drops all connections except the server's own, which only a superuser may end. */
const dropAll = () =>
  execute(
    elsewhere(),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}' and backend_type = 'client backend'`,
  )

/** Blocks new connections and drops all existing ones, as when the server crashes. */
const takeAway = async (): Promise<void> => {
  await execute(elsewhere(), `alter database ${name()} with allow_connections false`)
  await dropAll()
}
const bringBack = () => execute(elsewhere(), `alter database ${name()} with allow_connections true`)

describe('while the database is unavailable', () => {
  test('nothing is acknowledged and memory is bounded; when it returns everything is stored once, the fire first, without a restart', async () => {
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
    await vi.waitFor(() => expect(ingest.ingest.status().inFlight).toBeGreaterThan(100), 20_000)
    const alarm = fleet.alarm('smoke', deviceOf(3)).then(() => order.push('alarm'))
    await delay(700)
    expect(acknowledged).toBe(0)
    // The limit, plus one chunk per connection.
    expect(ingest.ingest.status().inFlight).toBeLessThan(1000 + 4 * 700)
    await bringBack()
    await Promise.all([...sending, alarm])
    expect(order.indexOf('alarm')).toBeLessThan(5000)
    expect(await stored()).toBe(6001)
    expect(await alarms()).toHaveLength(1)
  })

  test('a connection that breaks in the middle of a flood loses and duplicates nothing', async () => {
    await fleet.start()
    const sending = Array.from({ length: 3000 }, (_, index) => fleet.report(deviceOf(index % 4), 'telemetry', { index }))
    for (let round = 0; round < 5; round++) {
      await delay(40)
      await dropAll()
    }
    await Promise.all(sending)
    expect(await stored()).toBe(3000)
  })

  test('a gateway that tries to sign in gets in once the database is back', async () => {
    await takeAway()
    const starting = fleet.start()
    expect(await Promise.race([starting, delay(1_500, 'waiting')])).toBe('waiting')
    await bringBack()
    await starting
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

  test('200 after the commit; a message sent twice, over either protocol, is stored once and reported as repeated', async () => {
    const answer = await post(report(1))
    expect([answer.statusCode, answer.json().data]).toEqual([200, { stored: 1, repeated: 0, refused: 0 }])
    expect(await stored()).toBe(1)
    const again = await post(report(1))
    expect([again.statusCode, again.json().data]).toEqual([200, { stored: 0, repeated: 1, refused: 0 }])
    const { code, secret } = gateway()
    const client = await connectAsync(ingest.url, { protocolVersion: 4, username: code, password: secret })
    await client.publishAsync(`ew/v1/${code}/report`, JSON.stringify(report(1)), { qos: 1 })
    await client.endAsync()
    expect(await stored()).toBe(1)
    expect(await alarms()).toEqual([{ repeat_count: 0 }])
  })

  test('a gateway whose counter restarted gets the true result: stored, and a new fire is an alarm', async () => {
    await post(report(1))
    const fire = { seq: 1, reports: [{ device: deviceOf(0), code: '1115', format: 'CID' }, null] }
    expect((await post(fire)).json().data).toEqual({ stored: 1, repeated: 0, refused: 1 })
    expect(await alarms()).toHaveLength(2)
  })

  test('only with its own secret; wrong ones from others do not lock it out', async () => {
    expect((await post(report(1), 'wrong')).statusCode).toBe(401)
    expect((await post(report(1), site.gateways[1]?.secret)).statusCode).toBe(401)
    expect((await post(report(1), gateway().secret, 'nobody')).statusCode).toBe(401)
    for (let attempt = 0; attempt < 10; attempt++) await post(report(1), 'wrong')
    expect(await stored()).toBe(0)
    expect((await post(report(1))).statusCode).toBe(200)
    expect(await stored()).toBe(1)
  })

  test('unreadable bodies are kept, raise a fault of their gateway, and are rejected for good', async () => {
    expect((await post('hello')).statusCode).toBe(400)
    expect((await post({ ...report(1), pad: 'x'.repeat(300_000) })).statusCode).toBe(413)
    expect((await post({ ...report(1), pad: 'x'.repeat(5_000_000) })).statusCode).toBe(413)
    expect((await post({ ...report(1), pad: 'x'.repeat(200_000) })).statusCode).toBe(200)
    const log = await database.kysely
      .selectFrom('mqtt_log')
      .select('reason')
      .where('path', '=', site.path)
      .orderBy('id')
      .execute()
    // The last line is kept because the message raised an alarm.
    expect(log.map(({ reason }) => reason)).toEqual(['notJson', 'tooLarge', 'tooLarge', null])
    const faults = await database.kysely.selectFrom('fault').selectAll().where('path', '=', site.path).execute()
    expect(faults).toMatchObject([{ source_code: 'unreadable', repeat_count: 2 }])
  })

  test('a gateway whose messages pile up is told to come later, and takes no room from the others', async () => {
    const { id } = site.gateways[0] ?? { id: 0 }
    expect((await post(report(1))).statusCode).toBe(200)
    const pad = 'x'.repeat(250_000)
    const answers = await database.kysely.transaction().execute(async (tx) => {
      await tx.selectFrom('gateway_sequence').selectAll().where('gateway_id', '=', id).forUpdate().execute()
      // More than is under way of all gateways together.
      const flood = Array.from({ length: 40 }, (_, seq) => post({ ...report(seq + 2), pad }))
      await vi.waitFor(() => expect(ingest.ingest.status().waiting).toBeGreaterThan(0))
      const { code, secret } = site.gateways[1] ?? gateway()
      const fire = { reports: [{ device: deviceOf(1), code: '1111', format: 'CID' }] }
      const isStored = async () => expect((await post(fire, secret, code)).statusCode).toBe(200)
      await vi.waitFor(isStored, { timeout: 8_000, interval: 200 })
      return flood
    })
    const codes = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 503).length).toBeGreaterThan(30)
    await vi.waitFor(async () => expect((await post(report(50))).statusCode).toBe(200), { timeout: 8_000, interval: 200 })
  })

  test('503 with Retry-After when it cannot be stored, 200 for the same message later', async () => {
    expect((await post(report(1))).statusCode).toBe(200)
    await takeAway()
    void fleet.start().catch(() => undefined)
    const answer = await post(report(2))
    expect(answer.statusCode).toBe(503)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await post(report(2))).statusCode).toBe(503)
    await bringBack()
    await vi.waitFor(async () => expect((await post(report(2))).statusCode).toBe(200), { timeout: 8000, interval: 200 })
    expect(await stored()).toBe(2)
  })
})
