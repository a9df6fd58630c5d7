import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import {
  createSite,
  startIngest,
  type Site,
  type StartedIngest,
} from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { Mosquitto, mosquittoProgram } from '../packages/server/src/platform/broker/testing/mosquitto.ts'
import { openDatabase } from '../packages/server/src/platform/database/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../packages/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import { ensurePartitions } from '../packages/server/src/platform/database/partitions.ts'
import { seedSystem } from '../packages/server/seed/system.ts'
import type { Bench } from './bench.ts'
import { startLoad } from './load.ts'

const connections = 200
const devicesEach = 5
/** Messages that a gateway has in flight without waiting for their acknowledgement. */
const window = 50
const seconds = 8

let dataDir = ''
let postgres: EmbeddedPostgres | undefined
let ingest: StartedIngest | undefined
let site: Site | undefined
let sequence = 0

/**
 * How many reports per second the embedded broker and database store so that they survive a power cut: fsync on, acknowledgement
 * after commit, authentication and rules on.
 */
export const bench: Bench = {
  name: 'ingest',
  about: `durable QoS 1 reports a second over ${connections} connections, load generator on the same machine`,
  rounds: 5,
  targets: { durable_per_s: { least: 45_000 }, missing: { most: 0 }, ratio_with_gaps: { least: 0.9 } },
  async setUp() {
    dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-bench-'))
    const log = pino({ level: 'silent' })
    postgres = await startEmbeddedPostgres({ dataDir, log })
    const database = openDatabase(postgres.connection, log)
    await migrate(database.pool, join(import.meta.dirname, '..', 'packages', 'server', 'migrations'), log)
    await ensurePartitions(database.kysely, new Date())
    await seedSystem(database.kysely, 'bench-password')
    site = await createSite(database.kysely, connections, devicesEach)
    await database.close()
    ingest = await startIngest(postgres.connection, { DATA_DIR: dataDir })
  },
  async run(round) {
    if (!ingest || !site) throw new Error('not set up')
    const { hostname, port } = new URL(ingest.url)
    const gateways = site.gateways.map(({ code, secret, devices }) => ({
      code,
      secret,
      devices: devices.map((device) => device.code),
    }))
    const load = { host: hostname, port: Number(port), gateways, window, warmUpSeconds: 2, seconds, firstSequence: sequence }
    // With gaps, every number but one in seven is missing; this must cost as much as without gaps. The table grows, so the two take turns in going
    // first.
    const steps = round % 2 === 0 ? [1, 7] : [7, 1]
    const perSecond = new Map<number, number>()
    let missing = 0
    for (const step of steps) {
      const before = await countReports(ingest)
      const result = await startLoad({ ...load, firstSequence: sequence, sequenceStep: step })
      sequence += 100_000_000
      missing += Math.max(0, result.acknowledged - ((await countReports(ingest)) - before))
      perSecond.set(step, result.perSecond)
    }
    const [durable = 0, gaps = 0] = [perSecond.get(1), perSecond.get(7)]
    const figures = { durable_per_s: durable, missing, ratio_with_gaps: gaps / durable }
    if (mosquittoProgram === undefined) return figures
    const bare = new Mosquitto()
    await bare.start()
    try {
      const mosquitto = await startLoad({ ...load, port: bare.port, host: '127.0.0.1', seconds: 4, warmUpSeconds: 1 })
      return {
        ...figures,
        mosquitto_without_storing_per_s: mosquitto.perSecond,
        ratio_to_mosquitto: durable / mosquitto.perSecond,
      }
    } finally {
      await bare.remove()
    }
  },
  async tearDown() {
    await ingest?.stop()
    await postgres?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  },
}

const countReports = async ({ database }: StartedIngest): Promise<number> => {
  const row = await database.kysely
    .selectFrom('report')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}
