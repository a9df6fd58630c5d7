import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../packages/server/src/platform/database/database.ts'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { alarmEvery, compare, Traffic, type Figures } from './acknowledged.ts'
import { quantile, type Bench } from './bench.ts'
import { createForgetfulDisk, whyNoForgetfulDisk, type ForgetfulDisk } from './power/forgetful-disk.ts'
import { createProgram, type Program } from './program.ts'

const cuts = 12
const gateways = 20
const devicesEach = 100
const perSecond = 1_000
/** The power is cut again at a random time within this after the first acknowledgement (ms). */
const peace = [700, 2_500] as const
/** How long reports are taken with fsync off before the last cut (ms). */
const controlMs = 3_000
const startMs = 60_000

let disk: ForgetfulDisk | undefined
let program: Program | undefined
let traffic: Traffic | undefined

/** Everything dies within the same turn of the event loop, the processes first, so that nobody is told about what they had not flushed. */
const cutPower = async (power: ForgetfulDisk, running: Program): Promise<void> => {
  const dead = running.kill()
  power.cut()
  await dead
  await power.restore()
}

const withDatabase = async <T>(running: Program, use: (database: Database) => Promise<T>): Promise<T> => {
  const database = await running.openDatabase()
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

/** Reads every table and index, system catalogues included, and looks every row up in its indexes. */
const damages = async ({ pool }: Database): Promise<string[]> => {
  await pool.query('create extension if not exists amcheck')
  const indexes = (method: string, check: string): string =>
    `select ${check} from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where a.amname = '${method}' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid and i.indisready`
  const checks = [
    `select c.oid::regclass || ': ' || v.msg as damage from pg_class c cross join lateral verify_heapam(c.oid) v
     where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p'`,
    indexes('btree', 'bt_index_check(i.indexrelid, true)'),
    indexes('gin', 'gin_index_check(i.indexrelid)'),
  ]
  const found: string[] = []
  for (const check of checks) {
    try {
      const { rows } = await pool.query<{ damage?: string }>(check)
      found.push(...rows.flatMap(({ damage }) => damage ?? []))
    } catch (error) {
      // The first page with a wrong checksum, or the first broken index, ends the check.
      found.push(String(error))
    }
  }
  return found
}

/**
 * Proves that this disk forgets: with fsync off, acknowledged reports are lost, which kill -9 would not show. If the database does
 * not start again, all of them are lost.
 */
const lostWithoutFsync = async (power: ForgetfulDisk, running: Program, site: Site): Promise<number> => {
  await withDatabase(running, async ({ pool }) => {
    await pool.query('alter system set fsync = off')
    await pool.query('select pg_reload_conf()')
  })
  traffic = new Traffic(running.mqttPort, site.gateways, perSecond)
  await delay(controlMs)
  const { sent } = traffic
  traffic.stop()
  await cutPower(power, running)
  const started = await Promise.race([
    running.start().then(
      () => true,
      () => false,
    ),
    delay(startMs, false, { ref: false }),
  ])
  if (!started) return sent.filter(({ acknowledged }) => acknowledged).length
  const { acknowledged_lost: lost } = await withDatabase(running, (database) => compare(database, sent))
  return lost
}

/** Whether acknowledged means stored: the machine loses power, again and again, under load. */
export const bench: Bench = {
  name: 'power',
  about: `${cuts} × power cut of the whole machine under ${perSecond} reports/s of ${gateways} gateways, one in ${alarmEvery} a fire`,
  rounds: 1,
  targets: {
    cuts: { least: cuts },
    acknowledged_lost: { most: 0 },
    doubled_reports: { most: 0 },
    doubled_alarms: { most: 0 },
    never_acknowledged: { most: 0 },
    damages: { most: 0 },
    checksums_on: { least: 1 },
    lost_without_fsync: { least: 1 },
  },
  unavailable: whyNoForgetfulDisk,
  async run() {
    disk = await createForgetfulDisk()
    const running = await createProgram({ DATA_DIR: disk.path })
    program = running
    await running.start()
    const [site, controlSite, checksums] = await withDatabase(running, async ({ kysely, pool }) => [
      await createSite(kysely, gateways, devicesEach),
      await createSite(kysely, gateways, devicesEach),
      (await pool.query<{ data_checksums: string }>('show data_checksums')).rows[0]?.data_checksums,
    ])
    traffic = new Traffic(running.mqttPort, site.gateways, perSecond)
    const { sent } = traffic
    await traffic.nextAcknowledged()
    const recoveries: number[] = []
    const compared: Figures[] = []
    const found: string[] = []
    const check = async (database: Database): Promise<void> => {
      compared.push(await compare(database, sent))
      found.push(...(await damages(database)))
    }
    for (let index = 0; index < cuts; index++) {
      await delay(peace[0] + Math.random() * (peace[1] - peace[0]))
      const died = performance.now()
      await cutPower(disk, running)
      await running.start()
      await traffic.nextAcknowledged()
      recoveries.push((performance.now() - died) / 1000)
      await withDatabase(running, check)
    }
    await traffic.drain()
    traffic.stop()
    await withDatabase(running, check)
    for (const damage of found) process.stdout.write(`  ${damage}\n`)
    const acknowledged = sent.filter((report) => report.acknowledged).length
    const worst = (figure: keyof Figures): number => Math.max(...compared.map((figures) => figures[figure]))
    return {
      cuts: recoveries.length,
      acknowledged,
      never_acknowledged: sent.length - acknowledged,
      acknowledged_lost: worst('acknowledged_lost'),
      doubled_reports: worst('doubled_reports'),
      doubled_alarms: worst('doubled_alarms'),
      damages: found.length,
      checksums_on: Number(checksums === 'on'),
      lost_without_fsync: await lostWithoutFsync(disk, running, controlSite),
      recovery_p50_s: quantile(recoveries, 0.5),
      recovery_longest_s: Math.max(...recoveries),
    }
  },
  async tearDown() {
    traffic?.stop()
    await program?.kill()
    await disk?.remove()
  },
}
