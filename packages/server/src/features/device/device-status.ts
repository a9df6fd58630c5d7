import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { fewByIdOrMany, newestFirst, type FoundRows } from '../../platform/keyword.ts'
import type { Tables } from '../../tables/index.ts'

type Status = EnumValue<'deviceStatus'>

const isAlarm = sql<boolean>`alarm.state in ('unconfirmed', 'confirmed')`
/** The supervisory fault of being offline is left out. Going offline raises it, so a device would always be shown as faulty and never as offline. */
const isFault = sql<boolean>`fault.state <> 'solved' and fault.source_code <> 'offline'`

// What a device raised at an earlier place stays open there and must not be shown to its present owner.
const hasAlarm = sql<boolean>`exists (select from alarm
  where alarm.device_id = device.id and ${isAlarm} and alarm.project_id is not distinct from device.project_id)`
const hasFault = sql<boolean>`exists (select from fault
  where fault.device_id = device.id and ${isFault} and fault.project_id is not distinct from device.project_id)`

/**
 * The status that lists show (domain.md, "Devices and gateways"): the first that applies, derived from open records and never stored. Use
 * it for rows on display only: it queries the indexes of open alarms and faults for each.
 */
export const shownStatus = sql<Status>`case
  when ${hasAlarm} then 'alarm'
  when ${hasFault} then 'fault'
  when device.low_power then 'lowPower'
  when device.online then 'online'
  else 'offline' end`

/** How many devices with open records are checked, newest first. */
const openLimit = 1_500

/** The newest devices with open records, and whether these are all. Selected by id, which the planner estimates correctly. */
const newestWith = async (db: Kysely<Tables>, table: 'alarm' | 'fault'): Promise<{ ids: (number | null)[]; all: boolean }> => {
  const rows = await (table === 'alarm'
    ? db
        .selectFrom('alarm')
        .select('device_id')
        .distinct()
        .where(isAlarm)
        .where('device_id', 'is not', null)
        .orderBy('device_id', 'desc')
        .limit(openLimit + 1)
        .execute()
    : db
        .selectFrom('fault')
        .select('device_id')
        .distinct()
        .where(isFault)
        .where('device_id', 'is not', null)
        .orderBy('device_id', 'desc')
        .limit(openLimit + 1)
        .execute())
  return { ids: rows.map(({ device_id }) => device_id), all: rows.length <= openLimit }
}

const conditions: Readonly<Record<Status, RawBuilder<boolean>>> = {
  alarm: hasAlarm,
  fault: sql`(${hasFault} and not ${hasAlarm})`,
  lowPower: sql`(device.low_power and not ${hasAlarm} and not ${hasFault})`,
  offline: sql`(not device.online and device.project_id is not null and not device.low_power and not ${hasAlarm} and not ${hasFault})`,
  online: sql`(device.online and not device.low_power and not ${hasAlarm} and not ${hasFault})`,
}

const open = (table: 'alarm' | 'fault', condition: RawBuilder<boolean>) =>
  sql<{
    device_id: number
  }>`(select distinct device_id, project_id from ${sql.table(table)} where device_id is not null and ${condition})`
const isOf = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.device_id`)} = device.id and ${sql.ref(`${alias}.project_id`)} is not distinct from device.project_id)`

/**
 * To count devices by the same status: what is open is read once and joined, instead of asked for each device. The rows then have `joinedStatus`;
 * null for a device without any, such as one in stock.
 */
export const withOpenRecords = (rows: SelectQueryBuilder<Tables, 'device', object>) =>
  rows
    .leftJoin(open('alarm', isAlarm).as('alarmed'), (join) => join.on(isOf('alarmed')))
    .leftJoin(open('fault', isFault).as('faulty'), (join) => join.on(isOf('faulty')))
export const joinedStatus = sql<Status | null>`case
  when alarmed.device_id is not null then 'alarm'
  when faulty.device_id is not null then 'fault'
  when device.low_power then 'lowPower'
  when device.online then 'online'
  when device.project_id is not null then 'offline' end`

type Devices = SelectQueryBuilder<Tables, 'device', object>

/**
 * The `rows` with this status. It is derived from records, so no index can count it: beyond a thousand, counting stops
 * (docs/decisions/0114). `db` has the caller's scope.
 */
export const withStatus = async (db: Kysely<Tables>, rows: Devices, status: Status): Promise<FoundRows<Devices>> => {
  const picked = rows.where(conditions[status])
  if (status !== 'alarm' && status !== 'fault')
    return fewByIdOrMany(rows, 'device', picked, newestFirst(picked, 'device'), { highest: true })
  const { ids, all } = await newestWith(db, status)
  const among = newestFirst(picked.where(sql<boolean>`device.id = any(${ids}::bigint[])`), 'device')
  if (all) return fewByIdOrMany(rows, 'device', picked, among, { limit: openLimit, highest: true })
  const found = await fewByIdOrMany(rows, 'device', picked, among, { highest: true })
  // If too few of those checked match, all are queried.
  return found.count?.totalCapped ? found : { rows: picked }
}
