import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../packages/server/src/platform/database/database.ts'
import type { SiteGateway } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { GatewayLine } from './gateway-line.ts'

/** One in this many reports is a fire. */
export const alarmEvery = 20
const tickMs = 20
const drainMs = 60_000

/** A report as its gateway remembers it. */
export interface Sent {
  readonly gateway: string
  readonly sequence: number
  readonly device: string
  readonly alarm: boolean
  acknowledged: boolean
}

/** Reports at a steady rate, from all gateways in turn, whether or not the server is up. */
export class Traffic {
  readonly sent: Sent[] = []
  readonly #lines: { line: GatewayLine; site: SiteGateway }[]
  readonly #underWay = new Set<Promise<void>>()
  readonly #timer: NodeJS.Timeout
  #next = Promise.withResolvers<void>()

  constructor(port: number, sites: readonly SiteGateway[], perSecond: number) {
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
    const round = Math.floor(number / this.#lines.length)
    const from = this.#lines[number % this.#lines.length]
    const alarm = round % alarmEvery === number % alarmEvery
    // The devices of a gateway take turns, also in reporting fires.
    const devices = from?.site.devices ?? []
    const device = devices[(alarm ? Math.floor(round / alarmEvery) : round) % devices.length]
    if (from === undefined || device === undefined) throw new Error('no device')
    const report: Sent = { gateway: from.site.code, sequence: round, device: device.code, alarm, acknowledged: false }
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

export interface Figures {
  readonly acknowledged_lost: number
  readonly doubled_reports: number
  readonly doubled_alarms: number
}

/** Compares what the gateways know with what the database contains. Reports may still be on their way while it compares. */
export const compare = async ({ pool }: Database, sent: readonly Sent[]): Promise<Figures> => {
  const acknowledged = new Set(sent.filter((report) => report.acknowledged))
  const stored = await pool.query<{ gateway: string; sequence: number; times: number }>(
    `select g.code as gateway, r.sequence, count(*) as times from report r join gateway g on g.id = r.gateway_id group by 1, 2`,
  )
  const known = new Set(stored.rows.map(({ gateway, sequence }) => `${gateway} ${sequence}`))
  const lost = [...acknowledged].filter(({ gateway, sequence }) => !known.has(`${gateway} ${sequence}`))
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
    lostFires += Math.max(0, reports.filter((report) => acknowledged.has(report)).length - found.signals)
    // Nobody closes an alarm here, so each device has one, in which every report is counted exactly once.
    doubled += Math.max(0, found.alarms - 1) + Math.max(0, found.signals - reports.length)
  }
  return {
    acknowledged_lost: lost.length + lostFires,
    doubled_reports: stored.rows.reduce((sum, row) => sum + row.times - 1, 0),
    doubled_alarms: doubled,
  }
}
