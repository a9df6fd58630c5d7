import { maxCodeLength } from '@emberwatch/device-link'
import type pg from 'pg'
import type { Owner } from '../../alarms/signal/signal.ts'
import { BatchLoader } from './batch-loader.ts'
import { classifyFailure } from './classify-failure.ts'
import { toStorableText } from './storable-text.ts'

/** An owner with the name of its project and its time zone: the project's, or the company's if there is no project. */
export interface ZonedOwner extends Owner {
  readonly projectName: string | null
  readonly timeZone: string
}

export interface GatewayEntry extends ZonedOwner {
  id: number
  code: string
  readonly name: string
  readonly secretHash: Buffer
  readonly enabled: boolean
  activated: boolean
  /** Networks from which its link is accepted. Empty: from everywhere. */
  readonly allowedSources: readonly string[]
  /** The key of its link, sealed. */
  readonly linkKey: Buffer | null
  loadedAt: number
  /** The devices behind it and, for a while, codes that turned out not to be its own. */
  readonly devices: Map<string, DeviceEntry | 'unknown' | 'foreign'>
  /** The same by their communication codes in lower case, where these are not their codes. Which of two is meant is unknown. */
  addresses?: Map<string, DeviceEntry | 'unknown'>
}

export interface DeviceEntry extends ZonedOwner {
  id: number
  code: string
  readonly name: string
  readonly roomNumber: string | null
}

/** Older entries stay in use but are reloaded in the background. */
const staleMs = 60_000
/** Authentication never uses an older entry. */
const freshMs = 5_000
/** Unknown device codes remembered per gateway, so that a gateway that invents codes cannot fill the memory. */
const maxUnknownCodes = 1_000

/**
 * What is known of a code that a gateway sends, without asking the database. Spellings of a communication code are not stored one by one: there may be as many
 * as a hostile gateway likes.
 */
export const knownDevice = (
  { devices, addresses }: GatewayEntry,
  code: string,
): DeviceEntry | 'unknown' | 'foreign' | undefined => devices.get(code) ?? addresses?.get(code.toLowerCase())

/** Stands for a client that an external broker admitted under a name that no gateway has. Its reports are filed under the operating company. */
export const unknownGatewayId = 0

/** The gateway id for a row, or null for a name that no gateway has. */
export const gatewayIdOf = ({ id }: Pick<GatewayEntry, 'id'>): number | null => {
  return id === unknownGatewayId ? null : id
}

/**
 * The gateways that are sending and the devices behind them, in memory. Changes are announced by `invalidateGatewayCache`. If an
 * announcement is missed, entries expire within a minute.
 */
export class GatewayCache {
  readonly #pool: pg.Pool
  readonly #entries = new Map<string, GatewayEntry>()
  /** The link addresses under which entries are held as well, by gateway code. */
  readonly #linkAddresses = new Map<string, string>()
  readonly #loading: BatchLoader<string, GatewayEntry>
  readonly #devices: BatchLoader<string, DeviceRow>
  readonly #operatingCompany: BatchLoader<'operator', OwnerRow>
  readonly #now: () => number
  /** Codes invalidated while being loaded: what is loaded may predate the change. Undefined stands for all codes. */
  #outdated = new Set<string | undefined>()

  constructor(pool: pg.Pool, now: () => number = () => performance.now()) {
    this.#pool = pool
    this.#now = now
    this.#loading = new BatchLoader((codes) => this.#load(codes))
    this.#devices = new BatchLoader((codes) => loadDevices(this.#pool, codes))
    this.#operatingCompany = new BatchLoader(() => loadOperatingCompany(this.#pool))
  }

  /** The cached entry. `undefined` does not mean that no such gateway exists. */
  peek(code: string): GatewayEntry | undefined {
    const entry = this.#entries.get(code)
    if (entry !== undefined && this.#now() - entry.loadedAt > staleMs) {
      entry.loadedAt = this.#now() // one reload at a time; the old entry stays in use
      this.#loading.load(code).catch(() => undefined)
    }
    return entry
  }

  /** The gateway with this code or link address, loaded if it is not cached. `undefined` if there is none. */
  async gateway(code: string): Promise<GatewayEntry | undefined> {
    return this.peek(code) ?? (await this.#loading.load(code))
  }

  /** Like `gateway`, but no more than five seconds old: for authentication. */
  async recentGateway(code: string): Promise<GatewayEntry | undefined> {
    const entry = this.#entries.get(code)
    return entry !== undefined && this.#now() - entry.loadedAt < freshMs ? entry : this.#loading.load(code)
  }

  /** Like `gateway`, but always reloaded. */
  reloadGateway(code: string): Promise<GatewayEntry | undefined> {
    return this.#loading.load(code)
  }

  /**
   * The device with this code, or behind this gateway with this communication code, as seen from the gateway: `foreign` if it belongs to another project,
   * `unknown` if nobody registered it. A device of another gateway in the same project is the same device, relayed.
   */
  async device(gateway: GatewayEntry, code: string): Promise<DeviceEntry | 'unknown' | 'foreign'> {
    const known = knownDevice(gateway, code)
    if (known !== undefined) return known
    const row = await this.#devices.load(code).catch((error: unknown) => {
      if (classifyFailure(error) === 'outage') throw error
      return undefined // a code that the database cannot look up is unknown
    })
    const found = classifyDevice(gateway, row)
    if (gateway.devices.size >= maxUnknownCodes) dropUnknownCodes(gateway.devices)
    gateway.devices.set(code, found)
    return found
  }

  /** An entry for a name that no gateway has. `undefined` if there is no operating company to file it under. */
  async unknownGateway(code: string): Promise<GatewayEntry | undefined> {
    const operator = await this.#operatingCompany.load('operator')
    if (operator === undefined) return undefined
    const name = toStorableText(code.slice(0, maxCodeLength))
    return {
      ...toOwner(operator),
      id: unknownGatewayId,
      code: name,
      name,
      secretHash: Buffer.alloc(0),
      enabled: false,
      activated: false,
      allowedSources: [],
      linkKey: null,
      loadedAt: this.#now(),
      devices: new Map(),
    }
  }

  /** Drops one gateway, or everything. */
  invalidate(code?: string): void {
    this.#outdated.add(code)
    if (code === undefined) return this.#entries.clear()
    this.#entries.delete(code)
    this.#entries.delete(this.#linkAddresses.get(code) ?? '')
  }

  async #load(codes: string[]): Promise<Map<string, GatewayEntry>> {
    this.#outdated = new Set()
    const gateways = await this.#pool.query<GatewayRow>({ name: 'ingest_gateways', text: gatewaySql, values: [codes] })
    const found = new Map<string, GatewayEntry>()
    const byId = new Map<number, GatewayEntry>()
    for (const row of gateways.rows) {
      const entry: GatewayEntry = {
        ...toOwner(row),
        id: row.id,
        code: row.code,
        name: row.name,
        secretHash: row.secret_hash,
        enabled: row.enabled,
        activated: row.activated,
        allowedSources: row.allowed_sources,
        linkKey: row.link_key,
        loadedAt: this.#now(),
        devices: new Map(),
      }
      found.set(entry.code, entry)
      if (row.link_address !== null) {
        found.set(row.link_address, entry)
        this.#linkAddresses.set(entry.code, row.link_address)
      }
      byId.set(entry.id, entry)
    }
    if (byId.size > 0) {
      const devices = await this.#pool.query<DeviceRow>({ name: 'ingest_devices', text: devicesSql, values: [[...byId.keys()]] })
      for (const row of devices.rows) addDevice(byId.get(row.gateway_id ?? 0), row)
    }
    for (const code of codes) {
      const entry = found.get(code)
      if ([code, entry?.code, undefined].some((name) => this.#outdated.has(name))) continue
      if (entry === undefined) this.#entries.delete(code)
      else this.#entries.set(code, entry)
    }
    return found
  }
}

interface OwnerRow {
  readonly company_id: number
  path: string
  readonly customer_id: number | null
  project_id: number | null
  readonly project_name: string | null
  readonly time_zone: string
}

interface GatewayRow extends OwnerRow {
  id: number
  code: string
  readonly name: string
  readonly secret_hash: Buffer
  readonly enabled: boolean
  activated: boolean
  readonly allowed_sources: string[]
  readonly link_key: Buffer | null
  /** Null for one that was deleted: its address may be another's. */
  link_address: string | null
}

interface DeviceRow extends OwnerRow {
  id: number
  code: string
  readonly communication_code: string | null
  readonly name: string
  readonly room_number: string | null
  gateway_id: number | null
}

const ownerColumns = (table: string) =>
  `${table}.company_id, ${table}.path, ${table}.customer_id, ${table}.project_id, p.name as project_name,
   coalesce(p.time_zone, (select c.time_zone from company c where c.id = ${table}.company_id)) as time_zone`

/** A deleted gateway may not sign in, but what it has already sent is not dropped. */
const gatewaySql = `select distinct on (g.code) g.id, g.code, g.name, g.secret_hash, g.enabled and g.deleted_at is null as enabled,
    g.activated_at is not null as activated, g.allowed_sources, g.link_key,
    case when g.deleted_at is null then g.link_address end as link_address, ${ownerColumns('g')}
  from gateway g left join project p on p.id = g.project_id
  where lower(g.code) = any (select lower(c) from unnest($1::text[]) c) or (g.link_address = any ($1::text[]) and g.deleted_at is null)
  order by g.code, g.deleted_at desc nulls first`

const operatingCompanySql = `select c.id as company_id, c.path, null::bigint as customer_id, null::bigint as project_id, null::text as project_name, c.time_zone
  from company c where c.type = 'siter'`

const deviceSelect = `select d.id, d.code, d.communication_code, d.name, d.room_number, d.gateway_id, ${ownerColumns('d')}
  from device d left join project p on p.id = d.project_id`

const devicesSql = `${deviceSelect} where d.gateway_id = any ($1::bigint[]) and d.deleted_at is null`

const devicesByCodeSql = `${deviceSelect}
  where lower(d.code) = any (select lower(c) from unnest($1::text[]) c) and d.deleted_at is null`

const loadOperatingCompany = async (pool: pg.Pool): Promise<Map<'operator', OwnerRow>> => {
  const { rows } = await pool.query<OwnerRow>({ name: 'ingest_operator', text: operatingCompanySql })
  return new Map(rows.map((row) => ['operator', row]))
}

const loadDevices = async (pool: pg.Pool, codes: string[]): Promise<Map<string, DeviceRow>> => {
  const { rows } = await pool.query<DeviceRow>({ name: 'ingest_strangers', text: devicesByCodeSql, values: [codes] })
  const byCode = new Map(rows.map((row) => [row.code.toLowerCase(), row]))
  const found = new Map<string, DeviceRow>()
  for (const code of codes) {
    const row = byCode.get(code.toLowerCase())
    if (row !== undefined) found.set(code, row)
  }
  return found
}

const addDevice = (gateway: GatewayEntry | undefined, row: DeviceRow): void => {
  if (gateway === undefined) return
  const device = toDeviceEntry(row)
  gateway.devices.set(row.code, device)
  const address = row.communication_code?.toLowerCase()
  if (address === undefined || address === row.code.toLowerCase()) return
  gateway.addresses ??= new Map()
  gateway.addresses.set(address, gateway.addresses.has(address) ? 'unknown' : device)
}

const classifyDevice = (gateway: GatewayEntry, row: DeviceRow | undefined): DeviceEntry | 'unknown' | 'foreign' => {
  if (row === undefined) return 'unknown'
  if (row.gateway_id === gateway.id) return toDeviceEntry(row)
  // Behind another gateway or none: accepted within the same project. Unbound stock has no project yet.
  if (row.project_id === null) return row.gateway_id === null ? 'unknown' : 'foreign'
  return row.project_id === gateway.projectId ? toDeviceEntry(row) : 'foreign'
}

const toDeviceEntry = (row: DeviceRow): DeviceEntry => {
  return { ...toOwner(row), id: row.id, code: row.code, name: row.name, roomNumber: row.room_number }
}

const toOwner = (row: OwnerRow): ZonedOwner => {
  return {
    companyId: row.company_id,
    path: row.path,
    customerId: row.customer_id,
    projectId: row.project_id,
    projectName: row.project_name,
    timeZone: row.time_zone,
  }
}

const dropUnknownCodes = (devices: GatewayEntry['devices']): void => {
  for (const [code, found] of devices) if (typeof found === 'string') devices.delete(code)
}
