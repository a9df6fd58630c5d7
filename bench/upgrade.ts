import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { filePath, tokenHash } from '../packages/server/src/features/equipment/upgrade/offer-message.ts'
import { addEdition, addFirmwareKey } from '../packages/server/src/features/equipment/upgrade/upgrade.fixture.ts'
import { createFileStore } from '../packages/server/src/platform/files.ts'
import { quantile, type Bench } from './bench.ts'
import { GatewayLine } from './gateway-line.ts'
import { createProgram, type Program } from './program.ts'

const downloads = 2_000
const bytes = 1_000_000
/** Speed of each download: all of them together last about half a minute. */
const bytesPerSecond = 32_000
const alarms = 100

let program: Program
let site: Site
let line: GatewayLine
let sha256 = ''
let sequence = 0
let number = 0

/** How long a fire waits for its acknowledgement, that is, until it is on disk (ms). One at a time. */
const alarmTimes = async (): Promise<number[]> => {
  const times: number[] = []
  const devices = site.gateways[0]?.devices ?? []
  for (let n = 0; n < alarms; n++) {
    const began = performance.now()
    await line.send({
      seq: ++sequence,
      reports: [{ device: devices[sequence % devices.length]?.code, code: '1111', format: 'CID' }],
    })
    times.push(performance.now() - began)
    await delay(100 + Math.random() * 100)
  }
  return times
}

/** Resident memory of the program (MB). */
const memory = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Creates an open attempt for each download, with an address of its own. */
const openAttempts = async (): Promise<string[]> => {
  const database = await program.openDatabase()
  const db = database.kysely
  const { id: edition } = await db.selectFrom('firmware_edition').select('id').executeTakeFirstOrThrow()
  const owner = { company_id: site.companyId, path: site.path }
  const target = { target_type: 'project' as const, target: '{}', state: 'suspended' as const, frozen_at: new Date() }
  const task = await db
    .insertInto('upgrade_task')
    .values({ ...owner, name: 'Bench', edition_id: edition, n_total: downloads, n_sent: downloads, ...target })
    .returning('id')
    .executeTakeFirstOrThrow()
  const tokens = Array.from({ length: downloads }, () => randomBytes(32).toString('base64url'))
  await db
    .insertInto('upgrade_device')
    .values(
      tokens.map((token) => ({
        ...owner,
        task_id: task.id,
        gateway_id: site.gateways[0]?.id ?? 0,
        point: `x${++number}`,
        code: `X${number}`,
        wave: 0,
        state: 'sent' as const,
        to_version: '1.1.000',
        step_edition_id: edition,
        offer: randomUUID(),
        token_hash: tokenHash(token),
        attempts: 1,
        published_at: new Date(),
        due_at: new Date(Date.now() + 3_600_000),
      })),
    )
    .execute()
  await database.close()
  return tokens
}

/** How much firmware downloads delay a fire, and how much memory they take. */
export const bench: Bench = {
  name: 'upgrade',
  about: `${downloads} downloads of ${bytes / 1_000_000} MB at a time, ${bytesPerSecond / 1000} KB/s each, and a fire every 150 ms`,
  rounds: 5,
  targets: {
    right_downloads: { least: downloads },
    alarm_p50_ratio: { most: 1.2 },
    memory_growth_MB: { most: 150 },
  },
  unavailable: () => (process.platform === 'linux' ? undefined : 'memory is read from /proc'),
  async setUp() {
    const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-bench-'))
    program = await createProgram({ DATA_DIR: dataDir })
    await program.start()
    const database = await program.openDatabase()
    site = await createSite(database.kysely, 1, 50)
    const { code } = await database.kysely
      .selectFrom('device_model')
      .select('code')
      .where('id', '=', site.modelId)
      .executeTakeFirstOrThrow()
    const key = await addFirmwareKey(database.kysely)
    const edition = { modelId: site.modelId, modelCode: code, version: '1.1.000', bytes }
    ;({ sha256 } = await addEdition(database.kysely, createFileStore(dataDir), key, edition))
    await database.close()
    const [gateway] = site.gateways
    if (!gateway) throw new Error('no gateway')
    line = new GatewayLine(program.mqttPort, gateway)
    await alarmTimes()
  },
  async run() {
    const tokens = await openAttempts()
    const quiet = await alarmTimes()
    const before = memory()
    const urls = { first: `${program.url}${filePath}/`, tokens }
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'download-process.ts'), JSON.stringify({ urls, sha256, bytesPerSecond })],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = once(child, 'exit')
    let right = 0
    let breaks = 0
    const started = Promise.withResolvers<void>()
    createInterface(child.stdout).on('line', (text) => {
      if (text === 'started') started.resolve()
      else [, right = 0, breaks = 0] = text.split(' ').map(Number)
    })
    await Promise.race([started.promise, ended])
    let most = memory()
    const watch = setInterval(() => (most = Math.max(most, memory())), 500)
    const loaded = await alarmTimes()
    clearInterval(watch)
    await ended
    return {
      right_downloads: right,
      broken_connections: breaks,
      alarm_quiet_p50_ms: quantile(quiet, 0.5),
      alarm_loaded_p50_ms: quantile(loaded, 0.5),
      alarm_p50_ratio: quantile(loaded, 0.5) / quantile(quiet, 0.5),
      alarm_loaded_p95_ms: quantile(loaded, 0.95),
      memory_growth_MB: most - before,
    }
  },
  async tearDown() {
    line.close()
    await program.remove()
  },
}
