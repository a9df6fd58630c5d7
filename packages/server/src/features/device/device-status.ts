import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { fewByIdOrMany, newestFirst, type FoundRows } from '../../platform/keyword.ts'
import type { Tables } from '../../tables/index.ts'

type Status = EnumValue<'deviceStatus'>

const isAlarm = sql<boolean>`alarm.state in ('unconfirmed', 'confirmed')`
/**
 * The supervisory fault of being offline is left out: going offline raises it, so that a device would be shown as offline never and as faulty always. What
 * it says is the status offline itself.
 */
const isFault = sql<boolean>`fault.state <> 'solved' and fault.source_code <> 'offline'`

// What a device raised at an earlier place stays open there, and is nothing that its present owner may learn of.
const hasAlarm = sql<boolean>`exists (select from alarm
  where alarm.device_id = device.id and ${isAlarm} and alarm.project_id is not distinct from device.project_id)`
const hasFault = sql<boolean>`exists (select from fault
  where fault.device_id = device.id and ${isFault} and fault.project_id is not distinct from device.project_id)`

/**
 * What lists show of a device (domain.md, "Devices and gateways"): the first that applies, derived from open records and never stored. For rows that are
 * shown: it looks into the indexes of open alarms and faults for each.
 */
export const shownStatus = sql<Status>`case
  when ${hasAlarm} then 'alarm'
  when ${hasFault} then 'fault'
  when device.low_power then 'lowPower'
  when device.online then 'online'
  else 'offline' end`

/** How many devices with open records are looked at, the newest first. */
const openLimit = 1_500

/** The newest devices with open records, and whether there are no others. By their ids, which the planner cannot misjudge. */
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

type Devices = SelectQueryBuilder<Tables, 'device', object>

/**
 * Of `rows` those with this status. What is derived from records cannot be counted in an index: more than a thousand are not
 * counted further (docs/decisions/0114). `db` sees what the caller sees.
 */
export const withStatus = async (db: Kysely<Tables>, rows: Devices, status: Status): Promise<FoundRows<Devices>> => {
  const picked = rows.where(conditions[status])
  if (status !== 'alarm' && status !== 'fault')
    return fewByIdOrMany(rows, 'device', picked, newestFirst(picked, 'device'), { highest: true })
  const { ids, all } = await newestWith(db, status)
  const among = newestFirst(picked.where(sql<boolean>`device.id = any(${ids}::bigint[])`), 'device')
  if (all) return fewByIdOrMany(rows, 'device', picked, among, { limit: openLimit, highest: true })
  const found = await fewByIdOrMany(rows, 'device', picked, among, { highest: true })
  // Of more than were looked at, too few count: all of them are asked.
  return found.count?.totalCapped ? found : { rows: picked }
}
