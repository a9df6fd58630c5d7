import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { connectAsync } from 'mqtt'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { quantile, type Bench } from './bench.ts'
import { startLoad } from './load.ts'
import { createProgram, type Program } from './program.ts'

const reports = 20_000_000
const devices = 50_000
const reportsAtOnce = 1_000_000
/** Settings of the load, the same on both sides. */
const connections = 200
const devicesEach = 5
const window = 50
const warmUpSeconds = 2
const seconds = 8
/** Messages per second that run beside it while commits are timed. */
const rates = [0, 10_000, 30_000]
/** Milliseconds between two timed messages: one at a time, out of step with everything else. */
const pause = (): Promise<void> => delay(15 + Math.random() * 15)

interface Side {
  readonly program: Program
  readonly site: Site
}
const sides: Record<'empty' | 'full', Side | undefined> = { empty: undefined, full: undefined }
let sequence = 1

/** Reports of this month and the one before, as the devices of the load send them. */
const addReports = async (db: Kysely<Tables>, { gateways }: Site): Promise<void> => {
  const others = await createSite(db, devices / 250, 250)
  const all = [...gateways, ...others.gateways].flatMap(({ id, devices: own }) =>
    own.map((device) => ({ gateway: id, ...device })),
  )
  for (let from = 0; from < reports; from += reportsAtOnce)
    await sql`
      insert into report (received_at, gateway_id, boot, sequence, digest, position, device_id, device_code, format, code, type, device_time, "values")
      select now() - make_interval(secs => ${40 * 86_400} * random()), u.gateway, '', n, n, 0, u.device, u.code, 'EW', 'telemetry', 'telemetry', now(),
        '{"battery":87,"obscuration":12}'
      from generate_series(${from}::integer, ${from + reportsAtOnce - 1}::integer) as n
      join unnest(${all.map((each) => each.gateway)}::bigint[], ${all.map((each) => each.id)}::bigint[], ${all.map((each) => each.code)}::text[])
        with ordinality as u (gateway, device, code, place) on u.place = n % ${all.length} + 1`.execute(db)
}

const openSide = async (full: boolean): Promise<Side> => {
  const program = await createProgram()
  await program.start()
  const database = await program.openDatabase()
  const site = await createSite(database.kysely, connections + 1, devicesEach)
  if (full) await addReports(database.kysely, site)
  await sql`vacuum analyze report`.execute(database.kysely)
  await sql`checkpoint`.execute(database.kysely)
  await database.close()
  return { program, site }
}

const loadOf = ({ program, site }: Side, rate?: number) => ({
  host: '127.0.0.1',
  port: program.mqttPort,
  gateways: site.gateways
    .slice(1)
    .map(({ code, secret, devices: own }) => ({ code, secret, devices: own.map((device) => device.code) })),
  window,
  warmUpSeconds,
  seconds,
  firstSequence: (sequence += 10_000_000),
  ...(rate === undefined ? {} : { rate }),
})

/** Milliseconds from sending a message to its acknowledgement, one at a time, beside others. */
const commitTimes = async (side: Side, rate: number): Promise<number[]> => {
  const [probe] = side.site.gateways
  const device = probe?.devices[0]?.code
  if (!probe || device === undefined) throw new Error('no gateway')
  const gateway = await connectAsync(side.program.mqttUrl, { protocolVersion: 4, username: probe.code, password: probe.secret })
  const running = rate === 0 ? delay((warmUpSeconds + seconds) * 1_000) : startLoad(loadOf(side, rate))
  let done = false
  void running.finally(() => (done = true))
  await delay(warmUpSeconds * 1_000)
  const times: number[] = []
  const until = performance.now() + seconds * 1_000
  let number = sequence
  while (!done && performance.now() < until) {
    const report = {
      seq: ++number,
      time: new Date().toISOString(),
      reports: [{ device, code: 'telemetry', format: 'EW', values: { battery: 87 } }],
    }
    const began = performance.now()
    await gateway.publishAsync(`ew/v1/${probe.code}/report`, JSON.stringify(report), { qos: 1 })
    times.push(performance.now() - began)
    await pause()
  }
  await running
  sequence += 10_000_000
  await gateway.endAsync(true)
  return times
}

/** Whether storing slows down as a table fills, and a commit as more is stored beside it. */
export const bench: Bench = {
  name: 'full table',
  about: `durable messages a second on ${reports / 1e6} M reports of ${devices} devices ÷ on an empty table, in turns; p99 of a message's commit beside 10,000 and 30,000 others a second ÷ alone`,
  rounds: 5,
  targets: { full_ratio: { least: 0.9 }, commit_ratio_10000: { most: 2 }, commit_ratio_30000: { most: 3 } },
  async setUp() {
    sides.empty = await openSide(false)
    sides.full = await openSide(true)
  },
  async run(round) {
    const { empty, full } = sides
    if (!empty || !full) throw new Error('not set up')
    const perSecond = { empty: 0, full: 0 }
    const order = round % 2 === 0 ? (['empty', 'full'] as const) : (['full', 'empty'] as const)
    for (const name of order) perSecond[name] = (await startLoad(loadOf(name === 'full' ? full : empty))).perSecond
    const p99s: number[] = []
    for (const rate of rates) p99s.push(quantile(await commitTimes(full, rate), 0.99))
    const [alone = 0, ...beside] = p99s
    return {
      empty_per_s: perSecond.empty,
      full_per_s: perSecond.full,
      full_ratio: perSecond.full / perSecond.empty,
      commit_p99_ms: alone,
      ...Object.fromEntries(beside.map((p99, index) => [`commit_ratio_${rates[index + 1]}`, p99 / alone])),
    }
  },
  async tearDown() {
    for (const side of Object.values(sides)) await side?.program.remove()
  },
}
