import type pg from 'pg'
import type { BrokerLog } from '../../platform/broker/broker.ts'
import type { Inbound } from './inbound.ts'
import { pointOf } from './inbound.ts'
import type { IngestConnection } from './ingest-connection.ts'
import { chunks, Outcome, tell } from './outcome.ts'
import { saysOffline } from './write-batch.ts'
import { toInteger } from './write-states.ts'
import { writeFaults } from './write-faults.ts'

interface DeviceNews {
  at: Date
  battery: number | null
  signal: number | null
  values: Record<string, unknown>
}

const FLUSH_MS = 1000
/** Rows per statement. */
const CHUNK = 2000

export interface PresenceOptions {
  connection: IngestConnection
  /** The fault type of being offline. */
  offlineFaultType: () => number | undefined
  log: BrokerLog
}

/**
 * When gateways and devices were last heard of, and what devices last measured. The reports themselves are durable already, so this is gathered and written
 * once a second per device instead of once per message; coming back online is decided here, going offline in sweep-offline.ts.
 */
export class Presence {
  readonly #options: PresenceOptions
  #gateways = new Map<number, Date>()
  #gone = new Map<number, Date>()
  #devices = new Map<number, DeviceNews>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined

  constructor(options: PresenceOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /** Notes a stored message. */
  note({ gateway, receivedAt, rows, log }: Inbound): void {
    if (gateway === undefined || log?.result === 'malformed') return
    if (rows.some(saysOffline)) {
      this.#gateways.delete(gateway.id)
      this.#gone.set(gateway.id, receivedAt)
      return
    }
    this.#gone.delete(gateway.id)
    this.#gateways.set(gateway.id, receivedAt)
    for (const { device, values } of rows) {
      if (device === null) continue
      let news = this.#devices.get(device.id)
      if (news === undefined) this.#devices.set(device.id, (news = { at: receivedAt, battery: null, signal: null, values: {} }))
      news.at = receivedAt
      if (values === undefined) continue
      news.battery = toInteger(values['battery']) ?? news.battery
      news.signal = toInteger(values['signal']) ?? news.signal
      Object.assign(news.values, values)
    }
  }

  /** Writes what was gathered. Never rejects: what could not be written is gathered again with the next messages. */
  flush(): Promise<void> {
    this.#flushing ??= this.#flush()
      .catch((error: unknown) => this.#options.log.warn({ reason: String(error) }, 'last communication not written'))
      .finally(() => (this.#flushing = undefined))
    return this.#flushing
  }

  async #flush(): Promise<void> {
    if (this.#gateways.size + this.#gone.size + this.#devices.size === 0) return
    const gateways = byId(this.#gateways)
    const gone = byId(this.#gone)
    const devices = byId(this.#devices)
    this.#gateways = new Map()
    this.#gone = new Map()
    this.#devices = new Map()
    for (const chunk of chunks(gateways, CHUNK)) await this.#write((client, outcome) => this.#seeGateways(client, outcome, chunk))
    for (const chunk of chunks(gone, CHUNK)) await this.#write((client, outcome) => markGone(client, outcome, chunk))
    for (const chunk of chunks(devices, CHUNK)) await this.#write((client, outcome) => this.#seeDevices(client, outcome, chunk))
  }

  async #write(work: (client: pg.ClientBase, outcome: Outcome) => Promise<void>): Promise<void> {
    await this.#options.connection.transaction(async (tx, client) => {
      const outcome = new Outcome()
      await work(client, outcome)
      await tell(tx, outcome, new Date())
    })
  }

  async #seeGateways(client: pg.ClientBase, outcome: Outcome, seen: [number, Date][]): Promise<void> {
    const ids = seen.map(([id]) => id)
    await client.query({
      name: 'presence_gateways',
      text: `update gateway g set last_seen_at = greatest(g.last_seen_at, u.at)
         from unnest($1::bigint[], $2::timestamptz[]) as u (id, at) where g.id = u.id`,
      values: [ids, seen.map(([, at]) => at)],
    })
    const { rows } = await client.query<OnlineRow>({
      name: 'presence_gateways_online',
      text: `update gateway set online = true where id = any ($1::bigint[]) and not online returning ${onlineColumns}, null::bigint as gateway_id`,
      values: [ids],
    })
    await this.#cameBack(client, outcome, 'gateway', rows)
  }

  async #seeDevices(client: pg.ClientBase, outcome: Outcome, seen: [number, DeviceNews][]): Promise<void> {
    const ids = seen.map(([id]) => id)
    await client.query({
      name: 'presence_devices',
      text: `update device d set last_seen_at = greatest(d.last_seen_at, u.at), battery = coalesce(u.battery, d.battery),
           signal = coalesce(u.signal, d.signal), last_values = d.last_values || u.news
         from unnest($1::bigint[], $2::timestamptz[], $3::integer[], $4::integer[], $5::jsonb[]) as u (id, at, battery, signal, news)
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
      text: `update device set online = true where id = any ($1::bigint[]) and not online returning ${onlineColumns}, gateway_id`,
      values: [ids],
    })
    await this.#cameBack(client, outcome, 'device', rows)
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
    const at = new Date()
    const changes = rows.map((row) => offlineFault(kind, row, typeId, 'restore', at))
    await writeFaults(client, changes, outcome)
  }
}

/** What deciding about online and offline needs of a gateway or device. */
export interface OnlineRow {
  id: number
  name: string
  company_id: number
  path: string
  customer_id: number | null
  project_id: number | null
  gateway_id: number | null
}

export const onlineColumns = 'id, name, company_id, path, customer_id, project_id'

export function announce(
  outcome: Outcome,
  kind: 'gateway' | 'device',
  change: 'online' | 'offline',
  rows: readonly OnlineRow[],
): void {
  for (const row of rows) outcome.event(kind, change, row.id, ownerOf(row), kind === 'device' ? row.id : null, {})
}

/** The supervisory fault of being offline (domain.md, "Devices and gateways"), as it begins or ends. */
export function offlineFault(kind: 'gateway' | 'device', row: OnlineRow, typeId: number, action: 'raise' | 'restore', at: Date) {
  const device = kind === 'device' ? { id: row.id } : null
  return {
    point: pointOf(row.id, device, null),
    typeId,
    action,
    at,
    owner: ownerOf(row),
    gatewayId: device === null ? row.id : row.gateway_id,
    deviceId: device?.id ?? null,
    name: row.name,
    format: 'EW',
    code: 'offline',
  } as const
}

function ownerOf({ company_id: companyId, path, customer_id: customerId, project_id: projectId }: OnlineRow) {
  return { companyId, path, customerId, projectId, projectName: null }
}

/** A gateway's Will arrived; its fault was raised by the report itself. */
async function markGone(client: pg.ClientBase, outcome: Outcome, gone: [number, Date][]): Promise<void> {
  const { rows } = await client.query<OnlineRow>(
    `update gateway g set online = false from unnest($1::bigint[], $2::timestamptz[]) as u (id, at)
      where g.id = u.id and g.online and g.last_seen_at <= u.at
      returning g.id, g.name, g.company_id, g.path, g.customer_id, g.project_id, null::bigint as gateway_id`,
    [gone.map(([id]) => id), gone.map(([, at]) => at)],
  )
  announce(outcome, 'gateway', 'offline', rows)
}

function byId<Value>(map: ReadonlyMap<number, Value>): [number, Value][] {
  return [...map].sort(([a], [b]) => a - b)
}
