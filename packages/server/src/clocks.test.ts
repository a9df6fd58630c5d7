import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSite, seedInstallation, type Site } from './features/ingest/ingest/ingest.fixture.ts'
import { openDatabase, type Database } from './platform/database/database.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'

/** Sets the clock of a process, as on a machine whose clock is off by so much (ms). */
const offBy = (ms: number) =>
  `data:text/javascript,${encodeURIComponent(
    `const own = Date; globalThis.Date = class extends own {
       constructor(...given) { super(...(given.length === 0 ? [own.now() + ${ms}] : given)) }
       static now() { return own.now() + ${ms} }
     }`,
  )}`

const freePort = async (): Promise<number> => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const main = join(import.meta.dirname, 'main.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'ew-'))
const children: ChildProcess[] = []
const clients: MqttClient[] = []
let server: TestDatabase
let database: Database
let site: Site
let right: (code: string) => Promise<void>
const wrong = new Map<number, (code: string) => Promise<void>>()
const ports = new Map<number, number>()

/** Starts a process that receives, and connects the site's gateway to it. */
const startProcess = async (offMs: number, client: string): Promise<(code: string) => Promise<void>> => {
  const [port, mqttPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATA_DIR: join(dataDir, client),
    PORT: `${port}`,
    MQTT_PORT: `${mqttPort}`,
    LOG_LEVEL: 'fatal',
    ROLES: 'api,ingest',
  }
  children.push(spawn(process.execPath, ['--import', offBy(offMs), main], { env, stdio: 'ignore' }))
  ports.set(offMs, port)
  const [gateway] = site.gateways
  const { code = '', secret = '', devices = [] } = gateway ?? {}
  const options = { clientId: client, username: code, password: secret, reconnectPeriod: 100 }
  const connected = await vi.waitFor(() => connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options, false), {
    timeout: 60_000,
    interval: 100,
  })
  clients.push(connected)
  return async (report) => {
    const payload = JSON.stringify({ reports: [{ device: devices[0]?.code, format: 'CID', code: report }] })
    await connected.publishAsync(`ew/v1/${code}/report`, payload, { qos: 1 })
  }
}

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  await seedInstallation(database.kysely)
  site = await createSite(database.kysely, 1, 1)
  right = await startProcess(0, 'right')
  for (const off of [-10_000, 3_600_000]) wrong.set(off, await startProcess(off, `off${off}`))
})

afterAll(async () => {
  for (const client of clients) await client.endAsync(true)
  const exits = children.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit'))
  for (const child of children) child.kill()
  await Promise.all(exits)
  await database.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const alarm = async () => {
  const rows = await database.kysely.selectFrom('alarm').selectAll().where('path', '=', site.path).execute()
  const open = rows.filter(({ state }) => state === 'unconfirmed' || state === 'confirmed')
  expect(open).toHaveLength(1)
  return open[0]
}
const confirm = () =>
  database.kysely
    .updateTable('alarm')
    .set({ state: 'confirmed', confirmed_at: new Date(), confirmed_by: 1 })
    .where('path', '=', site.path)
    .execute()

describe.each([-10_000, 3_600_000])('a process whose clock is off by %d ms', (off) => {
  const say = (code: string) => wrong.get(off)?.(code)

  test('raises a confirmed and restored alarm again, and so does another after it', async () => {
    await right('1110')
    await confirm()
    await right('3110')
    await say('1110')
    expect(await alarm()).toMatchObject({ state: 'unconfirmed', source_active: true })
    await confirm()
    await say('3110')
    expect(await alarm()).toMatchObject({ state: 'confirmed', source_active: false })
    await right('1110')
    const again = await alarm()
    expect(again).toMatchObject({ state: 'unconfirmed', source_active: true })
    expect(Math.abs(Date.parse(again?.last_at ?? '') - Date.now())).toBeLessThan(5_000)
    expect(Date.parse(again?.acknowledge_due_at ?? '') - Date.parse(again?.last_at ?? '')).toBe(90_000)
  })

  test('stores its reports with the right time', async () => {
    await say('1302')
    const row = await database.kysely
      .selectFrom('report')
      .select('received_at')
      .where('code', '=', '1302')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(Math.abs(Date.parse(row.received_at) - Date.now())).toBeLessThan(5_000)
  })

  test('says so in readiness, and stays ready', async () => {
    const url = `http://127.0.0.1:${ports.get(off)}/health/ready`
    await vi.waitFor(
      async () => {
        const answer = await fetch(url)
        expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
          expect.any(Number),
          expect.stringMatching(/off the database/),
        ])
      },
      { timeout: 20_000, interval: 200 },
    )
  })
})
