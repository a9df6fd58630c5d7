import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApp, type App } from './app.ts'
import { loadConfig } from './config.ts'
import { createSite, type Site } from './features/ingest/ingest/ingest.fixture.ts'
import { openDatabase, type Database } from './platform/database/database.ts'
import { listenerName } from './platform/database/notifications.ts'
import { startOwnPostgres, type OwnPostgres } from './testing/own-postgres.ts'

/** The complete program on a database that goes away: it recovers by itself, and never looks healthy meanwhile. */

/**
 * Lengths of outages (s), in sequence on one process: a frozen database is detected by limits of several lengths, a stopped one
 * immediately. OUTAGES=5,10,20,40,60,600 for the long ones.
 */
const outages = { frozen: '5,12', stopped: '6' }
const secondsOf = (kind: keyof typeof outages) => (process.env['OUTAGES'] ?? outages[kind]).split(',').map(Number)
/** How soon after the database is back everything is acknowledged again (ms). */
const backWithinMs = 5_000

const password = 'Outage-test-1'
let postgres: OwnPostgres
let app: App
let database: Database
let site: Site
let fleet: Fleet
let url: string
let token: string
const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-outage-'))

beforeAll(async () => {
  postgres = await startOwnPostgres()
  const config = loadConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    CAPTCHA: 'off',
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'silent',
  })
  app = await createApp({
    config,
    connection: postgres.connection,
    demo: false,
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
  })
  const started = await app.start()
  url = started.address.replace(/\/$/, '')
  database = openDatabase({ ...postgres.connection, max: 1, connectionTimeoutMillis: 2_000 })
  site = await createSite(database.kysely, 3, 2)
  fleet = createFleet({ url: started.mqttAddress ?? '', gateways: site.gateways, heartbeatSeconds: 0, reconnectMs: 100 })
  await fleet.start()
  token = await signIn()
})
afterAll(async () => {
  await fleet.stop()
  await app.stop()
  await database.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const signIn = async (): Promise<string> => {
  const { account } = await database.kysely.selectFrom('account').select('account').executeTakeFirstOrThrow()
  const answer = await fetch(`${url}/api/web/account/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
  })
  return String(((await answer.json()) as { data: unknown }).data)
}
const deviceOf = (index: number): string => site.gateways[index % 3]?.devices[0]?.code ?? ''
const ready = async () => {
  const from = performance.now()
  const answer = await fetch(`${url}/health/ready`)
  const parts = (await answer.json()) as Record<string, string>
  return { status: answer.status, parts, ms: performance.now() - from }
}
const call = async () => {
  const from = performance.now()
  const answer = await fetch(`${url}/api/web/account/info`, { headers: { authorization: `Bearer ${token}` } })
  return {
    status: answer.status,
    body: (await answer.json()) as { code: number; success: boolean },
    ms: performance.now() - from,
  }
}
/** Queried on a separate connection, which an outage cannot have broken. */
const listeners = async (): Promise<number> => {
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select count(*)::integer as n from pg_stat_activity where application_name = $1 or query ilike 'listen %'`,
      [listenerName],
    )
    return rows[0].n
  } finally {
    await client.end()
  }
}
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heapMegabytes = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}
const isReady = () => vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 20_000, interval: 200 })

describe.each(['frozen', 'stopped'] as const)('a database that is %s', (kind) => {
  const away = async (): Promise<void> => (kind === 'frozen' ? postgres.freeze() : postgres.halt())
  const back = async (): Promise<void> => (kind === 'frozen' ? postgres.thaw() : postgres.resume())

  test.each(secondsOf(kind))(
    'for %d seconds',
    async (seconds) => {
      await isReady()
      const heap = heapMegabytes()
      await away()
      const pending = Array.from({ length: 300 }, (_, index) => fleet.report(deviceOf(index), 'telemetry', { index }))
      let acknowledged = 0
      for (const each of pending) void each.then(() => acknowledged++)
      await delay(seconds * 1_000)
      expect(acknowledged).toBe(0)
      await back()
      const from = performance.now()
      const fire = fleet.alarm('smoke', deviceOf(1))
      await Promise.all([...pending, fire])
      const tookMs = performance.now() - from
      // The test machine may be busy; the limit has its reason above.
      expect(tookMs).toBeLessThan(backWithinMs)
      await isReady()
      expect((await call()).status).toBe(200)
      expect(await listeners()).toBe(1)
      await vi.waitFor(() => expect(heapMegabytes()).toBeLessThan(heap + 12), { timeout: 20_000, interval: 1_000 })
      if (process.env['OUTAGES'])
        console.log({
          kind,
          seconds,
          tookMs: Math.round(tookMs),
          heap,
          after: heapMegabytes(),
          rss: process.memoryUsage().rss / 2 ** 20,
        })
    },
    700_000,
  )
})

test('a frozen database: readiness names it, calls fail in time with catalogue errors, streams are told, and all of this ends when it continues', async () => {
  await isReady()
  const abort = new AbortController()
  const stream = await fetch(`${url}/api/web/live/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  let received = ''
  const reading = (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) received += chunk
  })().catch(() => undefined)
  await vi.waitFor(() => expect(received).toContain('event: health\ndata: []'))
  postgres.freeze()
  const from = performance.now()
  const calls = Array.from({ length: 40 }, call)
  await vi.waitFor(() => expect(received).toContain('"database"'), { timeout: 10_000, interval: 100 })
  const first = await ready()
  expect(first).toMatchObject({ status: 503, parts: { status: 'unavailable', database: 'noAnswer' } })
  expect(first.ms).toBeLessThan(2_000)
  for (const answer of await Promise.all(calls)) {
    expect(answer).toMatchObject({ status: 503, body: { success: false } })
    expect(answer.ms).toBeLessThan(10_000)
  }
  expect(performance.now() - from).toBeLessThan(15_000)
  postgres.thaw()
  await isReady()
  received = ''
  await vi.waitFor(() => expect(received).toContain('data: []'), { timeout: 10_000, interval: 100 })
  abort.abort()
  await reading
})

describe('a full disk', () => {
  const refuse = (table: string) => `
    create or replace function disk_full() returns trigger language plpgsql as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
    create trigger disk_full before insert or update on ${table} for each statement execute function disk_full()`
  const allow = (table: string) => `drop trigger disk_full on ${table}`
  const query = async (text: string) => {
    const client = new pg.Client(postgres.connection)
    await client.connect()
    await client.query(text)
    await client.end()
  }

  test('met by the heartbeat of the process: readiness says so', async () => {
    await isReady()
    await query(refuse('process_beat'))
    await vi.waitFor(async () => expect((await ready()).parts['database']).toBe('diskFull'), { timeout: 15_000, interval: 200 })
    await query(allow('process_beat'))
    await isReady()
  })

  test('met only by reports: they wait unacknowledged, readiness says that nothing is stored, and then all are', async () => {
    await query(refuse('report'))
    let acknowledged = false
    const sent = fleet.report(deviceOf(0), 'telemetry').then(() => (acknowledged = true))
    await vi.waitFor(async () => expect((await ready()).parts['storing']).toBe('waiting'), { timeout: 15_000, interval: 200 })
    expect(acknowledged).toBe(false)
    await query(allow('report'))
    await sent
    await isReady()
  })
})
