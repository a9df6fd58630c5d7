import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../packages/server/src/platform/database/database.ts'
import { createSite, type SiteGateway } from '../packages/server/src/features/ingest/ingest.fixture.ts'
import { quantile, type Bench } from './bench.ts'
import { GatewayLine } from './gateway-line.ts'
import { createProgram, type Program } from './program.ts'

const kills = 20
const gateways = 20
const devicesEach = 100
const perSecond = 500
/** One in this many reports is a fire. */
const alarmEvery = 20
const tickMs = 20
/** It is killed again at a random time within this after it is back (ms). */
const peace = [700, 2_000] as const
const drainMs = 60_000

/** A report as its gateway remembers it. */
interface Sent {
  readonly gateway: string
  readonly sequence: number
  readonly device: string
  readonly alarm: boolean
  acknowledged: boolean
}

/** Reports at a steady rate, from all gateways in turn, whether or not the server is up. */
class Traffic {
  readonly sent: Sent[] = []
  readonly #lines: { line: GatewayLine; site: SiteGateway }[]
  readonly #underWay = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #next = Promise.withResolvers<void>()

  constructor(port: number, sites: readonly SiteGateway[]) {
    this.#lines = sites.map((site) => ({ line: new GatewayLine(port, site), site }))
    const began = performance.now()
    this.#timer = setInterval(() => {
      const due = ((performance.now() - began) / 1000) * perSecond
      while (this.sent.length < due) this.#send()
    }, tickMs)
  }

  nextAcknowledged(): Promise<void> {
    this.#next = Promise.withResolvers<void>()
    return this.#next.promise
  }

  /** Sends nothing new and waits for outstanding acknowledgements. */
  async drain(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.race([Promise.all(this.#underWay), delay(drainMs, undefined, { ref: false })])
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const { line } of this.#lines) line.close()
  }

  #send(): void {
    const number = this.sent.length
    const turn = Math.floor(number / gateways)
    const from = this.#lines[number % gateways]
    const alarm = turn % alarmEvery === number % alarmEvery
    // The devices of a gateway take turns, also in reporting fires.
    const device = from?.site.devices[(alarm ? Math.floor(turn / alarmEvery) : turn) % devicesEach]
    if (from === undefined || device === undefined) throw new Error('no device')
    const report: Sent = { gateway: from.site.code, sequence: turn, device: device.code, alarm, acknowledged: false }
    this.sent.push(report)
    const code = alarm ? { format: 'CID', code: '1111' } : { format: 'EW', code: 'telemetry', values: { battery: 87 } }
    const time = new Date().toISOString()
    const message = { seq: report.sequence, time, reports: [{ device: device.code, ...code, time }] }
    const sending = from.line.send(message).then(() => {
      report.acknowledged = true
      this.#underWay.delete(sending)
      this.#next.resolve()
    })
    this.#underWay.add(sending)
  }
}

interface Figures {
  readonly acknowledged_lost: number
  readonly doubled_reports: number
  readonly doubled_alarms: number
}

/** Compares what the gateways know with what the database contains. */
const compare = async ({ pool }: Database, sent: readonly Sent[]): Promise<Figures> => {
  const stored = await pool.query<{ gateway: string; sequence: number; times: number }>(
    `select g.code as gateway, r.sequence, count(*) as times from report r join gateway g on g.id = r.gateway_id group by 1, 2`,
  )
  const known = new Set(stored.rows.map(({ gateway, sequence }) => `${gateway} ${sequence}`))
  const lost = sent.filter(({ acknowledged, gateway, sequence }) => acknowledged && !known.has(`${gateway} ${sequence}`))
  const alarms = await pool.query<{ device: string; alarms: number; signals: number }>(
    `select d.code as device, count(*) as alarms, sum(a.repeat_count + 1)::bigint as signals from alarm a join device d on d.id = a.device_id group by 1`,
  )
  const raised = new Map(alarms.rows.map((row) => [row.device, row]))
  const fires = Map.groupBy(
    sent.filter(({ alarm }) => alarm),
    ({ device }) => device,
  )
  let lostFires = 0
  let doubled = 0
  for (const [device, reports] of fires) {
    const found = raised.get(device) ?? { alarms: 0, signals: 0 }
    lostFires += Math.max(0, reports.filter(({ acknowledged }) => acknowledged).length - found.signals)
    // Nobody closes an alarm here: there is one per device, and every report is counted in it exactly once.
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

/** What an acknowledgement is worth: the program and its database are killed together, again and again, under load. */
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
    traffic = new Traffic(program.mqttPort, site.gateways)
    await traffic.nextAcknowledged()
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
    traffic?.stop()
    await program?.remove()
  },
}
