import { setTimeout as delay } from 'node:timers/promises'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import type { Database } from '../packages/server/src/platform/database/database.ts'
import { createSite, type SiteGateway } from '../packages/server/src/features/ingest/ingest.fixture.ts'
import { quantile, type Bench } from './bench.ts'
import { createProgram, type Program } from './program.ts'

const kills = 20
const gateways = 20
const devicesEach = 100
const perSecond = 500
/** Every so many reports is a fire. */
const alarmEvery = 20
const tickMs = 20
/** Somewhere in this time after the program is back it is killed again (ms). */
const peace = [700, 2_000] as const
const drainMs = 60_000

/** A report that carries its own number, so that it is found again in the database. */
interface Sent {
  readonly device: string
  readonly alarm: boolean
  acknowledged: boolean
}

/** Sends until it is stopped; what is not acknowledged when the line breaks the gateways send again, with the same sequence. */
class Traffic {
  readonly sent: Sent[] = []
  readonly #fleet: Fleet
  readonly #sites: readonly SiteGateway[]
  readonly #underWay = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #began = 0
  #next = Promise.withResolvers<void>()

  constructor(url: string, sites: readonly SiteGateway[]) {
    this.#fleet = createFleet({ url, gateways: [...sites], heartbeatSeconds: 5, reconnectMs: 100 })
    this.#sites = sites
  }

  async start(): Promise<void> {
    await this.#fleet.start()
    this.#began = performance.now()
    this.#timer = setInterval(() => {
      const due = ((performance.now() - this.#began) / 1000) * perSecond
      while (this.sent.length < due) this.#send()
    }, tickMs)
  }

  /** The next acknowledgement of a report that is sent from now on. */
  async nextAcknowledged(): Promise<void> {
    this.#next = Promise.withResolvers<void>()
    await this.#next.promise
  }

  /** Sends nothing new and waits for the acknowledgements. */
  async drain(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.race([Promise.all(this.#underWay), delay(drainMs, undefined, { ref: false })])
  }

  stop(): Promise<void> {
    clearInterval(this.#timer)
    return this.#fleet.stop()
  }

  #send(): void {
    const number = this.sent.length
    const site = this.#sites[number % gateways]
    const turn = Math.floor(number / gateways)
    const alarm = turn % alarmEvery === number % alarmEvery
    // The devices of a gateway take turns, in being on fire as well.
    const device = site?.devices[(alarm ? Math.floor(turn / alarmEvery) : turn) % devicesEach]
    if (site === undefined || device === undefined) throw new Error('no device')
    const report: Sent = { device: device.code, alarm, acknowledged: false }
    this.sent.push(report)
    const code = alarm ? { format: 'CID', code: '1111' } : { format: 'EW', code: 'telemetry' }
    const sending = this.#fleet
      .send(site.code, [{ device: device.code, ...code, time: new Date().toISOString(), values: { number } }])
      .then(
        () => {
          report.acknowledged = true
          this.#next.resolve()
        },
        () => undefined,
      )
      .finally(() => this.#underWay.delete(sending))
    this.#underWay.add(sending)
  }
}

interface Figures {
  readonly acknowledged_lost: number
  readonly doubled_reports: number
  readonly doubled_alarms: number
}

/** Compares what the gateways know with what the database holds. */
const compare = async ({ pool }: Database, sent: readonly Sent[]): Promise<Figures> => {
  const stored = await pool.query<{ number: number; times: number }>(
    `select ("values"->>'number')::bigint as number, count(*) as times from report where "values" ? 'number' group by 1`,
  )
  const times = new Map(stored.rows.map((row) => [row.number, row.times]))
  const lost = sent.filter((report, number) => report.acknowledged && !times.has(number))
  const alarms = await pool.query<{ device: string; alarms: number; signals: number }>(
    `select d.code as device, count(*) as alarms, sum(a.repeat_count + 1)::bigint as signals from alarm a join device d on d.id = a.device_id group by 1`,
  )
  const raised = new Map(alarms.rows.map((row) => [row.device, row]))
  const fires = Map.groupBy(sent.filter(({ alarm }) => alarm), ({ device }) => device)
  let lostFires = 0
  let doubled = 0
  for (const [device, reports] of fires) {
    const found = raised.get(device) ?? { alarms: 0, signals: 0 }
    lostFires += Math.max(0, reports.filter(({ acknowledged }) => acknowledged).length - found.signals)
    // Nobody closes an alarm here: one for each device, and each report counted in it once.
    doubled += Math.max(0, found.alarms - 1) + Math.max(0, found.signals - reports.length)
  }
  return {
    acknowledged_lost: lost.length + lostFires,
    doubled_reports: stored.rows.reduce((sum, row) => sum + row.times - 1, 0),
    doubled_alarms: doubled,
  }
}

let program: Program | undefined
let traffic: Traffic | undefined

/** What an acknowledgement is worth: the program and its database die together, again and again, under load. */
export const bench: Bench = {
  name: 'kill',
  about: `${kills} × kill -9 of program and database under ${perSecond} reports/s of ${gateways} gateways, one in ${alarmEvery} a fire`,
  rounds: 1,
  targets: {
    restarts: { least: kills },
    acknowledged_lost: { most: 0 },
    doubled_reports: { most: 0 },
    doubled_alarms: { most: 0 },
    never_acknowledged: { most: 0 },
  },
  async run() {
    program = await createProgram()
    await program.start()
    const before = await program.openDatabase()
    const site = await createSite(before.kysely, gateways, devicesEach)
    await before.close()
    traffic = new Traffic(program.mqttUrl, site.gateways)
    await traffic.start()
    const recoveries: number[] = []
    for (let index = 0; index < kills; index++) {
      await delay(peace[0] + Math.random() * (peace[1] - peace[0]))
      const died = performance.now()
      await program.kill()
      await program.start()
      await traffic.nextAcknowledged()
      recoveries.push((performance.now() - died) / 1000)
    }
    await traffic.drain()
    const { sent } = traffic
    const acknowledged = sent.filter((report) => report.acknowledged).length
    const after = await program.openDatabase()
    const figures = await compare(after, sent)
    await after.close()
    return {
      restarts: recoveries.length,
      acknowledged,
      never_acknowledged: sent.length - acknowledged,
      ...figures,
      recovery_p50_s: quantile(recoveries, 0.5),
      recovery_longest_s: Math.max(...recoveries),
    }
  },
  async tearDown() {
    await traffic?.stop()
    await program?.remove()
  },
}
