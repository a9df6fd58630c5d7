import type pg from 'pg'
import { signalsOf, detectedFault } from './signals.ts'
import { gatewayIdOf } from './gateway-cache.ts'
import type { Waiting } from './held-items.ts'
import { rowOwner, type InboundMessage } from './inbound-message.ts'
import type { DetectedFault } from './report-code-table.ts'

/** The rows that a message of a gateway may have to lock. */
interface Rows {
  alarms: readonly string[]
  readonly faults: readonly string[]
  readonly devices: readonly number[]
  readonly gateways: readonly number[]
  unknown: readonly string[]
  readonly commands: readonly string[]
  /** Of the message counters of the gateway. */
  readonly counters: readonly string[]
  /** The audit chains of companies. */
  readonly chains: readonly number[]
}

/** Rows that our own writers lock all the time, for a moment each. */
const shared: ReadonlySet<keyof Rows> = new Set(['counters', 'chains'])

/** The companies that a message writes for. */
export const companiesOf = ({ gateway, rows }: Pick<InboundMessage, 'gateway' | 'rows'>): readonly number[] =>
  gateway === undefined ? [] : [...new Set([gateway.companyId, ...rows.map((row) => rowOwner(gateway, row).companyId)])]

/** Finds the messages of a lane that cannot be written because another transaction has locked a row. */
export class LockLook {
  readonly #db: Pick<pg.Pool, 'query'>
  readonly #faultType: (fault: DetectedFault) => number | undefined
  /** The transactions that held shared rows at the last check. */
  readonly #holders = new Map<string, string>()

  constructor(db: Pick<pg.Pool, 'query'>, faultType: (fault: DetectedFault) => number | undefined) {
    this.#db = db
    this.#faultType = faultType
  }

  /**
   * The senders and companies whose messages have to wait. Uses one statement that waits for nothing. A shared row held by a different
   * transaction at the next check is merely busy, and its messages queue for the lock like everybody else. If they waited until it is found
   * free, they might never be written.
   */
  async lockedOut(items: readonly InboundMessage[]): Promise<Waiting> {
    const needed = items.map((item) => ({ item, rows: rowsOf(item, this.#faultType) }))
    const all = (name: keyof Rows) => [...new Set(needed.flatMap(({ rows }) => rows[name] as readonly (string | number)[]))]
    const { rows } = await this.#db.query<{ kind: keyof Rows; key: string; holder: string | null }>({
      name: 'ingest_locked_out',
      text: lockedSql,
      values: (['alarms', 'faults', 'devices', 'gateways', 'unknown', 'commands', 'counters', 'chains'] as const).map(all),
    })
    const keyOf = (kind: keyof Rows, key: string | number): string => `${kind} ${key}`
    const before = new Map<string, string>()
    for (const kind of shared)
      for (const key of all(kind)) {
        const holder = this.#holders.get(keyOf(kind, key))
        if (holder !== undefined) before.set(keyOf(kind, key), holder)
        this.#holders.delete(keyOf(kind, key))
      }
    const locked = new Set<string>()
    const busy = new Set<string>()
    for (const { kind, key, holder } of rows) {
      const name = keyOf(kind, key)
      if (holder !== null && (before.get(name) ?? holder) !== holder) busy.add(name)
      else {
        locked.add(name)
        if (holder !== null) this.#holders.set(name, holder)
      }
    }
    const sendersOf = (found: ReadonlySet<string>): Set<string> => {
      const isMeant = (wanted: Rows): boolean =>
        (Object.keys(wanted) as (keyof Rows)[]).some((kind) => wanted[kind].some((key) => found.has(keyOf(kind, key))))
      return new Set(needed.flatMap(({ item, rows: wanted }) => (isMeant(wanted) ? [item.client] : [])))
    }
    return {
      clients: sendersOf(locked),
      busy: sendersOf(busy),
      groups: new Set(items.flatMap(companiesOf).filter((id) => locked.has(keyOf('chains', id)))),
    }
  }
}

const key = (columns: string): string => `substr(key, strpos(key, ' ') + 1), split_part(key, ' ', 1)${columns}`

const lockedSql = `
  with
    points as (select o.point, o.type_id, o.alarm_id, o.first_at from alarm_open o
      where (o.point, o.type_id) in (select ${key('::bigint')} from unnest($1::text[]) key)),
    free_points as (select o.alarm_id from alarm_open o where o.alarm_id in (select alarm_id from points) for no key update skip locked),
    free_alarms as (select a.id from points join alarm a on a.id = points.alarm_id and a.first_at = points.first_at for update of a skip locked),
    mutes as (select m.alarm_id, m.account_id from alarm_mute m where m.alarm_id in (select alarm_id from points)),
    free_mutes as (select alarm_id, account_id from alarm_mute where alarm_id in (select alarm_id from points) for update skip locked),
    faults as (select f.id, f.point, f.type_id from fault f where f.state <> 'solved'
      and (f.point, f.type_id) in (select ${key('::bigint')} from unnest($2::text[]) key)),
    free_faults as (select f.id from fault f where f.id in (select id from faults) for update skip locked),
    free_devices as (select id from device where id = any ($3::bigint[]) for no key update skip locked),
    free_gateways as (select id from gateway where id = any ($4::bigint[]) for no key update skip locked),
    lines as (select u.id, k.key from unnest($5::text[]) k (key) join unknown_report u
      on coalesce(u.gateway_id::text, '') || ' ' || u.kind || ' ' || u.key = k.key
      and (u.gateway_id is null or u.gateway_id = any (select nullif(split_part(wanted, ' ', 1), '')::bigint from unnest($5::text[]) wanted))),
    free_lines as (select id from unknown_report where id in (select id from lines) for no key update skip locked),
    free_commands as (select id from sent_command where uid = any ($6::text[]) for no key update skip locked),
    counters as (select s.gateway_id, s.boot, s.xmax from gateway_sequence s
      where (s.boot, s.gateway_id) in (select ${key('::bigint')} from unnest($7::text[]) key)),
    free_counters as (select s.gateway_id, s.boot from gateway_sequence s
      where (s.boot, s.gateway_id) in (select ${key('::bigint')} from unnest($7::text[]) key) for update skip locked),
    free_chains as (select company_id from audit_chain where company_id = any ($8::bigint[]) for no key update skip locked)
  select 'alarms' as kind, type_id || ' ' || point as key, null::text as holder from points
   where alarm_id not in (select alarm_id from free_points)
      or (alarm_id not in (select id from free_alarms)
          and exists (select from alarm a where a.id = points.alarm_id and a.first_at = points.first_at))
      or alarm_id in (select alarm_id from mutes where (alarm_id, account_id) not in (select * from free_mutes))
  union all select 'faults', type_id || ' ' || point, null from faults where id not in (select id from free_faults)
  union all select 'devices', id::text, null from device where id = any ($3::bigint[]) and id not in (select id from free_devices)
  union all select 'gateways', id::text, null from gateway where id = any ($4::bigint[]) and id not in (select id from free_gateways)
  union all select 'unknown', key, null from lines where id not in (select id from free_lines)
  union all select 'commands', uid, null from sent_command where uid = any ($6::text[]) and id not in (select id from free_commands)
  union all select 'counters', gateway_id || ' ' || boot, xmax::text from counters
   where (gateway_id, boot) not in (select gateway_id, boot from free_counters)
  union all select 'chains', company_id::text, xmax::text from audit_chain
   where company_id = any ($8::bigint[]) and company_id not in (select company_id from free_chains)`

const rowsOf = (item: InboundMessage, faultType: (fault: DetectedFault) => number | undefined): Rows => {
  const { gateway, rows, detectedFaults, heartbeat, malformed, receivedAt, unknown, reply, number } = item
  const none = { alarms: [], faults: [], devices: [], gateways: [], unknown: [], commands: [], counters: [], chains: [] }
  if (gateway === undefined) return none
  const { alarms, faults } = signalsOf(item)
  const found = detectedFaults.flatMap((fault) => {
    const typeId = faultType(fault)
    return typeId === undefined ? [] : [detectedFault(fault, typeId, gateway, receivedAt)]
  })
  const keyOf = ({ typeId, point }: { typeId: number; point: string }): string => `${typeId} ${point}`
  const id = gatewayIdOf(gateway)
  return {
    alarms: alarms.map(keyOf),
    faults: [...faults, ...found].map(keyOf),
    devices: rows.flatMap(({ device, meaning }) =>
      device !== null && (meaning?.type === 'lowPower' || meaning?.endsLowPower === true) ? [device.id] : [],
    ),
    gateways: id !== null && (heartbeat !== undefined || malformed > 0 || unknown.length > 0) ? [id] : [],
    unknown: unknown.map(({ kind, key: name }) => `${id ?? ''} ${kind} ${name}`),
    commands: reply === undefined ? [] : [reply.id],
    counters: number === undefined ? [] : [`${gateway.id} ${number.boot}`],
    chains: companiesOf(item),
  }
}
