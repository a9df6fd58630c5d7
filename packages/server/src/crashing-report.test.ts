import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSite, seedInstallation, type Site } from './features/ingest/ingest/ingest.fixture.ts'
import { openDatabase, type Database } from './platform/database/database.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'

/** Stands for a defect that nobody knows yet: the process crashes at once when it reads a message with this text. */
const crashing = 'deadly'
const defect = `data:text/javascript,${encodeURIComponent(
  `const { parse } = JSON; JSON.parse = (text, ...rest) => { if (String(text).includes('${crashing}')) process.kill(process.pid, 'SIGKILL'); return parse(text, ...rest) }`,
)}`

const main = join(import.meta.dirname, 'main.ts')
const dataDir = mkdtempSync(join(tmpdir(), 'ew-'))
let server: TestDatabase
let database: Database
let site: Site
let child: ChildProcess
let crashes = 0
let stopping = false
const clients: MqttClient[] = []

const freePort = async (): Promise<number> => {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  listener.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
  await seedInstallation(database.kysely)
  site = await createSite(database.kysely, 2, 1)
})
afterAll(async () => {
  stopping = true
  for (const client of clients) await client.endAsync(true)
  const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
  child.kill()
  await exited
  await database.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a report that crashes the program is set aside and shown, and everybody else’s fires get through', async () => {
  const [port, mqttPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    MQTT_PORT: `${mqttPort}`,
    LOG_LEVEL: 'fatal',
  }
  // As systemd does.
  const start = (): void => {
    child = spawn(process.execPath, ['--import', defect, main], { env, stdio: 'ignore' })
    child.once('exit', () => {
      if (stopping) return
      crashes++
      start()
    })
  }
  start()
  const [bad, good] = await Promise.all(
    site.gateways.map(async ({ code, secret }) => {
      const url = `mqtt://127.0.0.1:${mqttPort}`
      const options = { clientId: code, username: code, password: secret, reconnectPeriod: 100 }
      return vi.waitFor(() => connectAsync(url, options, false), { timeout: 60_000, interval: 100 })
    }),
  )
  if (!bad || !good) throw new Error('two gateways')
  clients.push(bad, good)
  const [first, second] = site.gateways
  const report = (device: string | undefined, more: object) =>
    JSON.stringify({ reports: [{ device, format: 'CID', code: '1110', ...more }] })
  await Promise.all([
    bad.publishAsync(`ew/v1/${first?.code}/report`, report(first?.devices[0]?.code, { values: { text: crashing } }), { qos: 1 }),
    good.publishAsync(`ew/v1/${second?.code}/report`, report(second?.devices[0]?.code, {}), { qos: 1 }),
  ])
  // Not one further crash, with the same message again.
  const before = crashes
  await bad.publishAsync(`ew/v1/${first?.code}/report`, report(first?.devices[0]?.code, { values: { text: crashing } }), {
    qos: 1,
  })
  await bad.publishAsync(`ew/v1/${first?.code}/report`, report(first?.devices[0]?.code, {}), { qos: 1 })
  expect(crashes).toBe(before)
  expect(before).toBeLessThanOrEqual(5)
  const alarms = await database.kysely.selectFrom('alarm').select('gateway_id').execute()
  expect(new Set(alarms.map((alarm) => alarm.gateway_id))).toEqual(new Set([first?.id, second?.id]))
  const shown = await database.kysely.selectFrom('unknown_report').select(['gateway_id', 'kind', 'last_report']).execute()
  expect(shown).toMatchObject([{ gateway_id: first?.id, kind: 'unreadable' }])
  expect(JSON.stringify(shown)).toContain(crashing)
})
