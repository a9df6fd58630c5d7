import type pg from 'pg'
import { conditionsOf, detectedFault } from './conditions.ts'
import { gatewayIdOf } from './gateway-cache.ts'
import type { InboundMessage } from './inbound-message.ts'
import type { DetectedFault } from './report-code-table.ts'

const lockNotAvailable = '55P03'

export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && (error as { code?: unknown }).code === lockNotAvailable

/** The rows that a message of a gateway may have to lock and that people change as well. */
interface Rows {
  alarms: readonly string[]
  faults: readonly string[]
  devices: readonly number[]
  gateways: readonly number[]
}

/**
 * The senders of messages for which somebody else has locked a row: an open alarm, a fault, a device or a gateway. One statement that waits for nothing.
 * Rows that many messages share, e.g. the audit chains, are not looked at: our own writers hold them again and again.
 */
export async function lockedOut(
  db: Pick<pg.Pool, 'query'>,
  items: readonly InboundMessage[],
  faultType: (fault: DetectedFault) => number | undefined,
): Promise<ReadonlySet<string>> {
  const needed = items.map((item) => ({ client: item.client, rows: rowsOf(item, faultType) }))
  const all = (name: keyof Rows) => [...new Set(needed.flatMap(({ rows }) => rows[name] as readonly (string | number)[]))]
  const { rows } = await db.query<{ kind: keyof Rows; key: string }>({
    name: 'ingest_locked_out',
    text: `
      with
        points as (select o.point, o.type_id, o.alarm_id, o.first_at from alarm_open o
          where (o.point, o.type_id) in (select substr(key, strpos(key, ' ') + 1), split_part(key, ' ', 1)::bigint from unnest($1::text[]) key)),
        free_points as (select o.alarm_id from alarm_open o where o.alarm_id in (select alarm_id from points) for no key update skip locked),
        free_alarms as (select a.id from points join alarm a on a.id = points.alarm_id and a.first_at = points.first_at for update of a skip locked),
        faults as (select f.id, f.point, f.type_id from fault f where f.state <> 'solved'
          and (f.point, f.type_id) in (select substr(key, strpos(key, ' ') + 1), split_part(key, ' ', 1)::bigint from unnest($2::text[]) key)),
        free_faults as (select f.id from fault f where f.id in (select id from faults) for update skip locked),
        free_devices as (select id from device where id = any ($3::bigint[]) for no key update skip locked),
        free_gateways as (select id from gateway where id = any ($4::bigint[]) for no key update skip locked)
      select 'alarms' as kind, type_id || ' ' || point as key from points
       where alarm_id not in (select alarm_id from free_points)
          or (alarm_id not in (select id from free_alarms)
              and exists (select from alarm a where a.id = points.alarm_id and a.first_at = points.first_at))
      union all select 'faults', type_id || ' ' || point from faults where id not in (select id from free_faults)
      union all select 'devices', id::text from device where id = any ($3::bigint[]) and id not in (select id from free_devices)
      union all select 'gateways', id::text from gateway where id = any ($4::bigint[]) and id not in (select id from free_gateways)`,
    values: [all('alarms'), all('faults'), all('devices'), all('gateways')],
  })
  const locked = new Set(rows.map(({ kind, key }) => `${kind} ${key}`))
  const isLocked = (wanted: Rows): boolean =>
    (Object.keys(wanted) as (keyof Rows)[]).some((kind) => wanted[kind].some((key) => locked.has(`${kind} ${key}`)))
  return new Set(needed.flatMap(({ client, rows: wanted }) => (isLocked(wanted) ? [client] : [])))
}

function rowsOf(item: InboundMessage, faultType: (fault: DetectedFault) => number | undefined): Rows {
  const { gateway, rows, detectedFaults, heartbeat, malformed, receivedAt } = item
  if (gateway === undefined) return { alarms: [], faults: [], devices: [], gateways: [] }
  const { alarms, faults } = conditionsOf(item)
  const found = detectedFaults.flatMap((fault) => {
    const typeId = faultType(fault)
    return typeId === undefined ? [] : [detectedFault(fault, typeId, gateway, receivedAt)]
  })
  const key = ({ typeId, point }: { typeId: number; point: string }): string => `${typeId} ${point}`
  const id = gatewayIdOf(gateway)
  return {
    alarms: alarms.map(key),
    faults: [...faults, ...found].map(key),
    devices: rows.flatMap(({ device, meaning }) =>
      device !== null && (meaning?.type === 'lowPower' || meaning?.endsLowPower === true) ? [device.id] : [],
    ),
    gateways: id !== null && (heartbeat !== undefined || malformed > 0) ? [id] : [],
  }
}
