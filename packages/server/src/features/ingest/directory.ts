import { MAX_CODE_LENGTH } from '@emberwatch/device-link'
import type pg from 'pg'
import { BatchLoader } from './batch-loader.ts'
import { classifyFailure } from './classify-failure.ts'
import { storable } from './kept.ts'

/** Where something stands in the tree of companies: what alarms, faults and events are filed under. */
export interface Owner {
  companyId: number
  path: string
  customerId: number | null
  projectId: number | null
  projectName: string | null
}

/** The same with its clocks: those of the project, or of the company while there is none. */
export interface Site extends Owner {
  timeZone: string
}

export interface GatewayEntry extends Site {
  id: number
  code: string
  name: string
  secretHash: Buffer
  enabled: boolean
  activated: boolean
  loadedAt: number
  /** Devices behind it, and for a while the codes that turned out not to be. */
  devices: Map<string, DeviceEntry | 'unknown' | 'foreign'>
}

export interface DeviceEntry extends Site {
  id: number
  code: string
  name: string
  roomNumber: string | null
}

/** An entry older than this is read again, beside its use. */
const STALE_MS = 60_000
/** A sign-in is judged by nothing older. */
const FRESH_MS = 5_000
/** Codes of strangers remembered per gateway, so that a gateway which invents codes cannot fill our memory. */
const MAX_STRANGERS = 1_000

/** Stands for whoever an external broker let in under a name that no gateway has: what it says is filed under the operating company. */
export const STRANGER_ID = 0

/** The gateway that rows point at: null for a name that no gateway has. */
export function idOf({ id }: Pick<GatewayEntry, 'id'>): number | null {
  return id === STRANGER_ID ? null : id
}

/**
 * The gateways that are talking to us and the devices behind them, in memory. Changed rows are made known by `directoryChanged`;
 * where that is missed, entries age out within a minute.
 */
export class Directory {
  readonly #pool: pg.Pool
  readonly #entries = new Map<string, GatewayEntry>()
  readonly #loading: BatchLoader<string, GatewayEntry>
  readonly #devices: BatchLoader<string, DeviceRow>
  readonly #operator: BatchLoader<'operator', OwnerRow>
  readonly #now: () => number

  constructor(pool: pg.Pool, now: () => number = () => performance.now()) {
    this.#pool = pool
    this.#now = now
    this.#loading = new BatchLoader((codes) => this.#load(codes))
    this.#devices = new BatchLoader((codes) => loadDevices(this.#pool, codes))
    this.#operator = new BatchLoader(() => loadOperator(this.#pool))
  }

  /** What is in memory: undefined says nothing about whether the gateway exists. */
  peek(code: string): GatewayEntry | undefined {
    const entry = this.#entries.get(code)
    if (entry !== undefined && this.#now() - entry.loadedAt > STALE_MS) {
      entry.loadedAt = this.#now() // one reload at a time; the entry stays in use meanwhile
      this.#loading.load(code).catch(() => undefined)
    }
    return entry
  }

  /** The gateway of that code, read when it is not in memory; undefined when there is none. */
  async gateway(code: string): Promise<GatewayEntry | undefined> {
    return this.peek(code) ?? (await this.#loading.load(code))
  }

  /** As `gateway`, but no older than five seconds: for judging a sign-in. */
  async freshGateway(code: string): Promise<GatewayEntry | undefined> {
    const entry = this.#entries.get(code)
    return entry !== undefined && this.#now() - entry.loadedAt < FRESH_MS ? entry : this.#loading.load(code)
  }

  /** As `gateway`, but read now. */
  readGateway(code: string): Promise<GatewayEntry | undefined> {
    return this.#loading.load(code)
  }

  /**
   * The device of that code seen from a gateway: `foreign` when it belongs to another project, `unknown` when nobody registered it. A device
   * of another gateway of the same project is that device: the gateway relays it.
   */
  async device(gateway: GatewayEntry, code: string): Promise<DeviceEntry | 'unknown' | 'foreign'> {
    const known = gateway.devices.get(code)
    if (known !== undefined) return known
    const row = await this.#devices.load(code).catch((error: unknown) => {
      if (classifyFailure(error) === 'outage') throw error
      return undefined // a code that the database will not even look up is a stranger's
    })
    const found = judge(gateway, row)
    if (gateway.devices.size >= MAX_STRANGERS) forgetStrangers(gateway.devices)
    gateway.devices.set(code, found)
    return found
  }

  /** An entry for a name that no gateway has. Undefined when there is no operating company to file it under. */
  async stranger(code: string): Promise<GatewayEntry | undefined> {
    const operator = await this.#operator.load('operator')
    if (operator === undefined) return undefined
    const name = storable(code.slice(0, MAX_CODE_LENGTH))
    return {
      ...ownerOf(operator),
      id: STRANGER_ID,
      code: name,
      name,
      secretHash: Buffer.alloc(0),
      enabled: false,
      activated: false,
      loadedAt: this.#now(),
      devices: new Map(),
    }
  }

  /** Forgets a gateway, or everything. */
  forget(code?: string): void {
    if (code === undefined) this.#entries.clear()
    else this.#entries.delete(code)
  }

  async #load(codes: string[]): Promise<Map<string, GatewayEntry>> {
    const gateways = await this.#pool.query<GatewayRow>({ name: 'ingest_gateways', text: gatewaySql, values: [codes] })
    const found = new Map<string, GatewayEntry>()
    const byId = new Map<number, GatewayEntry>()
    for (const row of gateways.rows) {
      const entry: GatewayEntry = {
        ...ownerOf(row),
        id: row.id,
        code: row.code,
        name: row.name,
        secretHash: row.secret_hash,
        enabled: row.enabled,
        activated: row.activated,
        loadedAt: this.#now(),
        devices: new Map(),
      }
      found.set(entry.code, entry)
      byId.set(entry.id, entry)
    }
    if (byId.size > 0) {
      const devices = await this.#pool.query<DeviceRow>({ name: 'ingest_devices', text: devicesSql, values: [[...byId.keys()]] })
      for (const row of devices.rows) byId.get(row.gateway_id ?? 0)?.devices.set(row.code, deviceOf(row))
    }
    for (const code of codes) {
      const entry = found.get(code)
      if (entry === undefined) this.#entries.delete(code)
      else this.#entries.set(code, entry)
    }
    return found
  }
}

interface OwnerRow {
  company_id: number
  path: string
  customer_id: number | null
  project_id: number | null
  project_name: string | null
  time_zone: string
}

interface GatewayRow extends OwnerRow {
  id: number
  code: string
  name: string
  secret_hash: Buffer
  enabled: boolean
  activated: boolean
}

interface DeviceRow extends OwnerRow {
  id: number
  code: string
  name: string
  room_number: string | null
  gateway_id: number | null
}

const ownerColumns = (table: string) =>
  `${table}.company_id, ${table}.path, ${table}.customer_id, ${table}.project_id, p.name as project_name,
   coalesce(p.time_zone, (select c.time_zone from company c where c.id = ${table}.company_id)) as time_zone`

/** A deleted gateway may not sign in, but what it still had to say when it was deleted is not dropped. */
const gatewaySql = `select distinct on (g.code) g.id, g.code, g.name, g.secret_hash, g.enabled and g.deleted_at is null as enabled,
    g.activated_at is not null as activated, ${ownerColumns('g')}
  from gateway g left join project p on p.id = g.project_id
  where lower(g.code) = any (select lower(c) from unnest($1::text[]) c)
  order by g.code, g.deleted_at desc nulls first`

const operatorSql = `select c.id as company_id, c.path, null::bigint as customer_id, null::bigint as project_id, null::text as project_name, c.time_zone
  from company c where c.type = 'siter'`

const deviceSelect = `select d.id, d.code, d.name, d.room_number, d.gateway_id, ${ownerColumns('d')}
  from device d left join project p on p.id = d.project_id`

const devicesSql = `${deviceSelect} where d.gateway_id = any ($1::bigint[]) and d.deleted_at is null`

const strangersSql = `${deviceSelect}
  where lower(d.code) = any (select lower(c) from unnest($1::text[]) c) and d.deleted_at is null`

async function loadOperator(pool: pg.Pool): Promise<Map<'operator', OwnerRow>> {
  const { rows } = await pool.query<OwnerRow>({ name: 'ingest_operator', text: operatorSql })
  return new Map(rows.map((row) => ['operator', row]))
}

async function loadDevices(pool: pg.Pool, codes: string[]): Promise<Map<string, DeviceRow>> {
  const { rows } = await pool.query<DeviceRow>({ name: 'ingest_strangers', text: strangersSql, values: [codes] })
  const byCode = new Map(rows.map((row) => [row.code.toLowerCase(), row]))
  const found = new Map<string, DeviceRow>()
  for (const code of codes) {
    const row = byCode.get(code.toLowerCase())
    if (row !== undefined) found.set(code, row)
  }
  return found
}

function judge(gateway: GatewayEntry, row: DeviceRow | undefined): DeviceEntry | 'unknown' | 'foreign' {
  if (row === undefined) return 'unknown'
  if (row.gateway_id === gateway.id) return deviceOf(row)
  // Behind another gateway or none: a device of the same project. Stock that nobody bound yet has no project.
  if (row.project_id === null) return row.gateway_id === null ? 'unknown' : 'foreign'
  return row.project_id === gateway.projectId ? deviceOf(row) : 'foreign'
}

function deviceOf(row: DeviceRow): DeviceEntry {
  return { ...ownerOf(row), id: row.id, code: row.code, name: row.name, roomNumber: row.room_number }
}

function ownerOf(row: OwnerRow): Site {
  return {
    companyId: row.company_id,
    path: row.path,
    customerId: row.customer_id,
    projectId: row.project_id,
    projectName: row.project_name,
    timeZone: row.time_zone,
  }
}

function forgetStrangers(devices: GatewayEntry['devices']): void {
  for (const [code, found] of devices) if (typeof found === 'string') devices.delete(code)
}
