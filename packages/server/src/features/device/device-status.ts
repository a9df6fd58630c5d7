import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
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

/**
 * Few devices have open records: they are passed by their ids, which the planner cannot misjudge. Only of more than this is a page found sooner by looking at
 * one device after the other, and the rest is not counted beyond the limit of lists.
 */
const idLimit = 100_000

const devicesWith = async (db: Kysely<Tables>, table: 'alarm' | 'fault'): Promise<(number | null)[]> => {
  const rows = await (table === 'alarm'
    ? db
        .selectFrom('alarm')
        .select('device_id')
        .distinct()
        .where(isAlarm)
        .where('device_id', 'is not', null)
        .limit(idLimit + 1)
        .execute()
    : db
        .selectFrom('fault')
        .select('device_id')
        .distinct()
        .where(isFault)
        .where('device_id', 'is not', null)
        .limit(idLimit + 1)
        .execute())
  return rows.map(({ device_id }) => device_id)
}

const withOpenRecords = async (db: Kysely<Tables>, table: 'alarm' | 'fault'): Promise<RawBuilder<boolean>> => {
  const ids = await devicesWith(db, table)
  const has = table === 'alarm' ? hasAlarm : hasFault
  return ids.length > idLimit ? has : sql`(device.id = any(${ids}::bigint[]) and ${has})`
}

/** The same as a condition, for those that `db` sees. */
export const hasStatus = async (db: Kysely<Tables>, status: Status): Promise<RawBuilder<boolean>> => {
  switch (status) {
    case 'alarm':
      return withOpenRecords(db, 'alarm')
    case 'fault':
      return sql`(${await withOpenRecords(db, 'fault')} and not ${hasAlarm})`
    case 'lowPower':
      return sql`(device.low_power and not ${hasAlarm} and not ${hasFault})`
    case 'offline':
      return sql`(not device.online and device.project_id is not null and not device.low_power and not ${hasAlarm} and not ${hasFault})`
    case 'online':
      return sql`(device.online and not device.low_power and not ${hasAlarm} and not ${hasFault})`
  }
}
