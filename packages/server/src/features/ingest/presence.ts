import type pg from 'pg'
import type { BrokerLog } from '../../platform/broker/broker.ts'
import type { Clock } from '../../platform/context.ts'
import { codeOf } from '../../platform/startup-error.ts'
import type { Inbound } from './inbound.ts'
import type { IngestConnection } from './ingest-connection.ts'
import { announce, offlineFault } from './online.ts'
import type { OnlineRow } from './online.ts'
import { chunks, Outcome, tell } from './outcome.ts'
import { saysOffline } from './conditions.ts'
import { toInteger } from './write-states.ts'
import { writeFaults } from './write-faults.ts'

interface DeviceNews {
  at: Date
  battery: number | null
  signal: number | null
  values: Record<string, unknown>
  /** Being written: what comes now is noted in a copy. */
  taken: boolean
}

/** Rows per statement. */
const CHUNK = 2000

export interface PresenceOptions {
  connection: IngestConnection
  /** The fault type of being offline. */
  offlineFaultType: () => number | undefined
  clock: Clock
  log: BrokerLog
}

/** The server's clock is set from time to time; a last communication this far ahead (ms) says nothing about what came later. */
const CLOCK_DOUBT_MS = 60_000

/**
 * When gateways and devices were last heard of, and what devices last measured. The reports themselves are durable already, so this is gathered and written
 * once a second per device (silence-watch.ts) instead of once per message; coming back online is decided here, going offline in sweep-offline.ts.
 */
export class Presence {
  readonly #options: PresenceOptions
  #gateways = new Map<number, Date>()
  #gone = new Map<number, Date>()
  #devices = new Map<number, DeviceNews>()

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  /** Notes a stored message. */
  note({ gateway, receivedAt, rows, log }: Inbound): void {
    // Rubbish is no sign of life, but one part of a message that cannot be read does not make rubbish of the others.
    if (gateway === undefined || (log?.result === 'malformed' && rows.length === 0)) return
    if (rows.some(saysOffline)) {
      this.#gateways.delete(gateway.id)
      this.#gone.set(gateway.id, receivedAt)
      return
    }
    this.#gateways.set(gateway.id, receivedAt)
    for (const { device, values } of rows) {
      if (device === null) continue
      let news = this.#devices.get(device.id)
      if (news === undefined || news.taken) {
        news = { battery: null, signal: null, ...news, at: receivedAt, values: { ...news?.values }, taken: false }
        this.#devices.set(device.id, news)
      }
      news.at = receivedAt
      if (values === undefined) continue
      news.battery = toInteger(values['battery']) ?? news.battery
      news.signal = toInteger(values['signal']) ?? news.signal
      Object.assign(news.values, values)
    }
  }

  /** Writes what was gathered. Whatever could not be written when it rejects is kept, and written the next time. */
  async flush(): Promise<void> {
    // A gateway in both was gone and came back: one after the other, or the fault of its Will would stand for ever.
    await this.#take(this.#gone, (client, outcome, chunk) => this.#markGone(client, outcome, chunk))
    await this.#take(this.#gateways, (client, outcome, chunk) => this.#seeGateways(client, outcome, chunk))
    await this.#take(this.#devices, (client, outcome, chunk) => this.#seeDevices(client, outcome, chunk))
  }

  /** Writes what a map holds, by id, which is the order in which rows are locked everywhere. What was noted again meanwhile stays. */
  async #take<News>(
    news: Map<number, News>,
    write: (client: pg.ClientBase, outcome: Outcome, chunk: [number, News][]) => Promise<void>,
  ): Promise<void> {
    for (const chunk of chunks(byId(news), CHUNK)) {
      await this.#writeAll(chunk, write)
      for (const [id, written] of chunk) if (news.get(id) === written) news.delete(id)
    }
  }

  /** A row that the database refuses for what is in it is left out: it must not keep everybody else from being heard. */
  async #writeAll<News>(
    chunk: [number, News][],
    write: (client: pg.ClientBase, outcome: Outcome, chunk: [number, News][]) => Promise<void>,
  ): Promise<void> {
    try {
      await this.#write((client, outcome) => write(client, outcome, chunk))
    } catch (error) {
      if (!isRefused(error)) throw error
      if (chunk.length === 1)
        return this.#options.log.warn({ reason: String(error), id: chunk[0]?.[0] }, 'a last communication cannot be written')
      const half = chunk.length >> 1
      await this.#writeAll(chunk.slice(0, half), write)
      await this.#writeAll(chunk.slice(half), write)
    }
  }

  async #write(work: (client: pg.ClientBase, outcome: Outcome) => Promise<void>): Promise<void> {
    await this.#options.connection.transaction(async (tx, client) => {
      const outcome = new Outcome()
      await work(client, outcome)
      await tell(tx, outcome, this.#options.clock.now())
    })
  }

  async #seeGateways(client: pg.ClientBase, outcome: Outcome, seen: [number, Date][]): Promise<void> {
    const ids = await lock(client, 'gateway', seen)
    await client.query({
      name: 'presence_gateways',
      text: `update gateway g set last_seen_at = u.at, heard_ms = l.ms
         from unnest($1::bigint[], $2::timestamptz[]) as u (id, at), listening l where g.id = u.id`,
      values: [ids, seen.map(([, at]) => at)],
    })
    const { rows } = await client.query<OnlineRow>({
      name: 'presence_gateways_online',
      text: cameOnline('gateway'),
      values: [ids],
    })
    await this.#cameBack(client, outcome, 'gateway', rows)
  }

  async #seeDevices(client: pg.ClientBase, outcome: Outcome, seen: [number, DeviceNews][]): Promise<void> {
    for (const [, news] of seen) news.taken = true
    const ids = await lock(client, 'device', seen)
    await client.query({
      name: 'presence_devices',
      text: `update device d set last_seen_at = u.at, heard_ms = l.ms, battery = coalesce(u.battery, d.battery),
           signal = coalesce(u.signal, d.signal), last_values = d.last_values || u.news
         from unnest($1::bigint[], $2::timestamptz[], $3::integer[], $4::integer[], $5::jsonb[]) as u (id, at, battery, signal, news),
              listening l
        where d.id = u.id`,
      values: [
        ids,
        seen.map(([, { at }]) => at),
        seen.map(([, { battery }]) => battery),
        seen.map(([, { signal }]) => signal),
        seen.map(([, { values }]) => JSON.stringify(values)),
      ],
    })
    const { rows } = await client.query<OnlineRow>({
      name: 'presence_devices_online',
      text: cameOnline('device'),
      values: [ids],
    })
    await this.#cameBack(client, outcome, 'device', rows)
  }

  /** A gateway's Will arrived; its fault was raised by the report itself. */
  async #markGone(client: pg.ClientBase, outcome: Outcome, gone: [number, Date][]): Promise<void> {
    const ids = await lock(client, 'gateway', gone)
    const ahead = new Date(this.#options.clock.now().getTime() + CLOCK_DOUBT_MS)
    const { rows } = await client.query<OnlineRow>(
      `update gateway g set online = false from unnest($1::bigint[], $2::timestamptz[]) as u (id, at)
        where g.id = u.id and g.online and (g.last_seen_at <= u.at or g.last_seen_at > $3)
        returning g.id, g.name, g.company_id, g.path, g.customer_id, g.project_id, null::bigint as gateway_id`,
      [ids, gone.map(([, at]) => at), ahead],
    )
    announce(outcome, 'gateway', 'offline', rows)
  }

  async #cameBack(
    client: pg.ClientBase,
    outcome: Outcome,
    kind: 'gateway' | 'device',
    rows: readonly OnlineRow[],
  ): Promise<void> {
    announce(outcome, kind, 'online', rows)
    const typeId = this.#options.offlineFaultType()
    if (rows.length === 0 || typeId === undefined) return
    const at = this.#options.clock.now()
    const changes = rows.map((row) => offlineFault(kind, row, typeId, 'restore', at))
    await writeFaults(client, changes, outcome)
  }
}

/** SQLSTATE classes 22 (data) and 23 (constraints), but for a missing partition. */
function isRefused(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return /^2[23]/.test(code) && code !== '23514'
}

/** Locks the rows of a statement to come in ascending order of their ids, as everybody does: two writers never wait for each other. */
async function lock(client: pg.ClientBase, kind: 'gateway' | 'device', news: readonly [number, unknown][]): Promise<number[]> {
  const ids = news.map(([id]) => id)
  await client.query({
    name: `presence_lock_${kind}`,
    text: `select id from ${kind} where id = any ($1::bigint[]) order by id for no key update`,
    values: [ids],
  })
  return ids
}

function cameOnline(kind: 'gateway' | 'device'): string {
  const gateway = kind === 'device' ? 't.gateway_id' : 'null::bigint as gateway_id'
  return `update ${kind} t set online = true, silence_due_ms = t.heard_ms + m.offline_after_s * 1000::bigint from device_model m
    where t.id = any ($1::bigint[]) and not t.online and m.id = t.model_id
    returning t.id, t.name, t.company_id, t.path, t.customer_id, t.project_id, ${gateway}`
}

function byId<Value>(map: ReadonlyMap<number, Value>): [number, Value][] {
  return [...map].sort(([a], [b]) => a - b)
}
