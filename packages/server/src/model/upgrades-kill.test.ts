import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createFleet, type Fleet, type UpgradeBehaviour } from '@emberwatch/simulator'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSite, type Site } from '../features/ingest/ingest/ingest.fixture.ts'
import { addEdition, addFirmwareKey, addTask, countersOf } from '../features/equipment/upgrade/upgrade.fixture.ts'
import { createFileStore } from '../platform/files.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { worldDatabase, type TestDatabase } from '../testing/database.ts'

// The complete program is killed with SIGKILL at random moments while simulated devices upgrade over MQTT and HTTP. UPGRADE_KILLS sets how
// often, UPGRADE_DEVICES how many devices: the gate kills twice with 100 devices, a release uses `UPGRADE_KILLS=100 UPGRADE_DEVICES=1000`.

const kills = Number(process.env['UPGRADE_KILLS'] ?? 2)
const devices = Number(process.env['UPGRADE_DEVICES'] ?? 100)
const gateways = Math.ceil(devices / 50)
/** With many kills, devices are slower and fewer at a time, so that the roll-out does not finish too early. */
const isLong = kills > 10
const stepMs = isLong ? 500 : 100
const downloads = isLong ? 20 : 100
const main = join(import.meta.dirname, '..', 'main.ts')

let own: TestDatabase
let database: Database
let dataDir: string
let child: ChildProcess | undefined
let fleet: Fleet | undefined
const others: ChildProcess[] = []

beforeEach(async () => {
  own = await worldDatabase()
  database = openDatabase({ max: 3, ...own.connection })
  dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-kill-'))
})
afterEach(async () => {
  await fleet?.stop()
  await kill()
  for (const each of others.splice(0)) await end(each)
  await database.close()
  await own.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

const startProcess = async (ports: { http: number; mqtt: number }, more: Record<string, string> = {}): Promise<ChildProcess> => {
  const env = {
    ...process.env,
    DATABASE_URL: own.url,
    DATA_DIR: dataDir,
    PORT: String(ports.http),
    MQTT_PORT: String(ports.mqtt),
    CAPTCHA: 'off',
    LOG_LEVEL: 'fatal',
    UPGRADE_SILENCE_S: '5',
    UPGRADE_DOWNLOADS: String(downloads),
    ...more,
  }
  const started = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    createInterface(started.stdout).on('line', (line) => {
      if (line.startsWith('Emberwatch runs at')) resolve()
    })
    started.once('exit', () => reject(new Error('the program ended')))
  })
  return started
}
const startProgram = async (ports: { http: number; mqtt: number }, more?: Record<string, string>): Promise<void> => {
  child = await startProcess(ports, more)
}

const end = async (victim: ChildProcess | undefined): Promise<void> => {
  if (!victim || victim.exitCode !== null || victim.signalCode !== null) return
  victim.kill('SIGKILL')
  await once(victim, 'exit')
}
const kill = async (): Promise<void> => {
  const victim = child
  child = undefined
  await end(victim)
}

const begin = async (behaviourOf: (code: string, attempt: number) => UpgradeBehaviour) => {
  const ports = { http: await freePort(), mqtt: await freePort() }
  const db = database.kysely
  const site: Site = await createSite(db, gateways, Math.ceil(devices / gateways))
  await db.updateTable('device').set({ firmware: '1.0.000' }).where('path', '=', site.path).execute()
  const { code: modelCode } = await db
    .selectFrom('device_model')
    .select('code')
    .where('id', '=', site.modelId)
    .executeTakeFirstOrThrow()
  const key = await addFirmwareKey(db)
  const files = createFileStore(dataDir)
  const edition = await addEdition(db, files, key, { modelId: site.modelId, modelCode, version: '1.1.000', bytes: 64_000 })
  await startProgram(ports)
  fleet = createFleet({
    url: `mqtt://127.0.0.1:${ports.mqtt}`,
    gateways: site.gateways,
    heartbeatSeconds: 5,
    reconnectMs: 200,
    upgrades: {
      server: `http://127.0.0.1:${ports.http}`,
      stepMs,
      behaviourOf,
      targetOf: () => ({ model: modelCode }),
    },
  })
  await fleet.start()
  await db.updateTable('gateway').set({ online: true }).where('path', '=', site.path).execute()
  return { ports, db, site, edition, fleet }
}

/** A share of the devices, spread over all gateways. */
const failing = (code: string, percent: number): boolean => {
  const [gateway = 0, position = 0] = code.split('-').slice(-2).map(Number)
  return (gateway * 50 + position) % 100 < percent
}

const verify = async (taskId: number, sha256: string) => {
  const installed = fleet?.installations() ?? []
  // No wrong image, and none twice.
  expect(new Set(installed.map((each) => each.sha256))).toEqual(new Set([sha256]))
  expect(new Set(installed.map(({ code }) => code)).size).toBe(installed.length)
  const { counters, devices: states } = await countersOf(database.kysely, taskId)
  expect(counters).toEqual(states)
  const rows = await database.kysely
    .selectFrom('upgrade_device')
    .select(['code', 'state'])
    .where('task_id', '=', taskId)
    .execute()
  const succeeded = rows.filter(({ state }) => state === 'succeeded').map(({ code }) => code)
  const runs = new Set(installed.map(({ code }) => code))
  // What is shown as upgraded really is.
  for (const code of succeeded) expect(runs.has(code)).toBe(true)
  return { rows, succeeded, installed }
}

test(
  'killed at random moments: every device has the right image once, and what is shown is so',
  async () => {
    const { ports, db, site, edition } = await begin((code, attempt) =>
      failing(code, 2) ? 'wrongBytes' : attempt === 1 && failing(code, 6) ? 'breaksOff' : 'works',
    )
    const target = { target_type: 'project' as const, target: JSON.stringify({ projectIds: [site.projectId] }) }
    const id = await addTask(
      db,
      { id: site.companyId, path: site.path },
      {
        ...target,
        edition_id: edition.id,
        waves: JSON.stringify([5, 25, 100]),
        failure_share: 20,
        success_share: 50,
        // Downloads cut off by a kill count as tries too.
        retries: 10,
        retry_after_s: 1,
      },
    )
    const taskNow = async () => (await countersOf(db, id)).task
    const through = async () => {
      const { n_succeeded, n_failed } = await taskNow()
      return n_succeeded + n_failed
    }
    // Spread over the whole roll-out, so that each kill hits it at work: when this many devices are done, plus a random delay.
    const points = Array.from({ length: kills }, () => Math.floor(Math.random() * devices * 0.9)).toSorted((a, b) => a - b)
    for (const [n, point] of points.entries()) {
      await expect.poll(through, { timeout: 180_000, interval: 50 }).toBeGreaterThanOrEqual(point)
      await delay(Math.random() * 1_000)
      expect((await taskNow()).state).toBe('enabled')
      await kill()
      // The database may still be committing what the program sent last.
      const deviation = async () => {
        const { counters, devices: states } = await countersOf(db, id)
        return isDeepStrictEqual(counters, states) ? null : { counters, states }
      }
      await expect.poll(deviation).toBeNull()
      await startProgram(ports)
      if (isLong) console.info(`kill ${n + 1} at ${point} of ${devices}`)
    }
    for (let looks = 0; looks < 300 && (await taskNow()).state === 'enabled'; looks++) await delay(1_000)
    const { rows, succeeded, installed } = await verify(id, edition.sha256)
    console.info(`${kills} kills, ${rows.length} devices, ${succeeded.length} succeeded`)
    expect((await taskNow()).state).toBe('completed')
    const bad = rows.filter(({ code }) => failing(code, 2))
    expect(bad.length).toBeGreaterThan(0)
    expect(bad.map(({ state }) => state)).toEqual(bad.map(() => 'failed'))
    expect(succeeded).toHaveLength(rows.length - bad.length)
    expect(installed).toHaveLength(succeeded.length)
  },
  400_000 + kills * 30_000,
)

test('if three in ten fail, the task stops itself whenever it is killed, and no later wave gets anything', async () => {
  const { ports, db, site, edition } = await begin((code) => (failing(code, 30) ? 'wrongBytes' : 'works'))
  const target = { target_type: 'project' as const, target: JSON.stringify({ projectIds: [site.projectId] }) }
  const id = await addTask(
    db,
    { id: site.companyId, path: site.path },
    {
      ...target,
      edition_id: edition.id,
      waves: JSON.stringify([20, 100]),
      failure_share: 10,
      retries: 1,
      retry_after_s: 1,
    },
  )
  const taskNow = async () => (await countersOf(db, id)).task
  for (let n = 0; n < Math.min(kills, 3); n++) {
    await delay(200 + Math.random() * 1_000)
    await kill()
    await startProgram(ports)
  }
  for (let looks = 0; looks < 180 && (await taskNow()).state === 'enabled'; looks++) await delay(500)
  await delay(3_000)
  expect((await taskNow()).stopped_by).toBe('failureShare')
  await verify(id, edition.sha256)
  const later = await db.selectFrom('upgrade_device').select('attempts').where('task_id', '=', id).where('wave', '=', 1).execute()
  expect(later.length).toBeGreaterThan(0)
  expect(later.every(({ attempts }) => attempts === 0)).toBe(true)
}, 400_000)

test('two processes that run jobs, one of which dies, install nothing twice', async () => {
  const { ports, db, site, edition } = await begin((code, attempt) =>
    attempt === 1 && failing(code, 10) ? 'losesPower' : 'works',
  )
  // In addition to the program, which runs jobs as well.
  for (let n = 0; n < 2; n++) others.push(await startProcess(ports, { ROLES: 'jobs', PORT: '0' }))
  const target = { target_type: 'project' as const, target: JSON.stringify({ projectIds: [site.projectId] }) }
  const plan = {
    edition_id: edition.id,
    waves: JSON.stringify([10, 100]),
    failure_share: 50,
    success_share: 50,
    // A device that a slow machine has not heard in time counts as one more try, and is not to fail for it.
    retries: 10,
    retry_after_s: 1,
  }
  const id = await addTask(db, { id: site.companyId, path: site.path }, { ...target, ...plan })
  const taskNow = async () => (await countersOf(db, id)).task
  const patience = { timeout: 360_000, interval: 250 }
  await expect.poll(async () => (await taskNow()).n_succeeded, patience).toBeGreaterThan(0)
  await end(others.pop())
  await expect.poll(async () => (await taskNow()).state, patience).not.toBe('enabled')
  const { rows, succeeded } = await verify(id, edition.sha256)
  expect(succeeded).toHaveLength(rows.length)
  expect((await taskNow()).state).toBe('completed')
}, 800_000)
