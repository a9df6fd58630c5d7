import type { EnumValue } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'

type Status = EnumValue<'deviceStatus'>

const openAlarms = sql`select alarm.device_id from alarm
  where alarm.state in ('unconfirmed', 'confirmed') and alarm.device_id is not null`
/**
 * The supervisory fault of being offline is left out: going offline raises it, so that a device would be shown as offline never and as faulty always. What
 * it says is the status offline itself.
 */
const isFault = sql`fault.state <> 'solved' and fault.source_code <> 'offline'`
const openFaults = sql`select fault.device_id from fault where ${isFault} and fault.device_id is not null`

/**
 * What lists show of a device (domain.md, "Devices and gateways"): the first that applies, derived from open records and never stored. For rows that are
 * shown: it looks into the indexes of open alarms and faults for each.
 */
export const shownStatus = sql<Status>`case
  when exists (select from alarm where alarm.device_id = device.id and alarm.state in ('unconfirmed', 'confirmed')) then 'alarm'
  when exists (select from fault where fault.device_id = device.id and ${isFault}) then 'fault'
  when device.low_power then 'lowPower'
  when device.online then 'online'
  else 'offline' end`

const inAlarm = sql<boolean>`device.id in (${openAlarms})`
const faulty = sql<boolean>`device.id in (${openFaults})`
const neither = sql<boolean>`not exists (select from alarm where alarm.device_id = device.id and alarm.state in ('unconfirmed', 'confirmed'))
  and not exists (select from fault where fault.device_id = device.id and ${isFault})`

/** The same as a condition. Few devices have open records: those are found from the records, and left out one by one by the others. */
const conditions: Readonly<Record<Status, RawBuilder<boolean>>> = {
  alarm: inAlarm,
  fault: sql`(${faulty} and not ${inAlarm})`,
  lowPower: sql`(device.low_power and ${neither})`,
  offline: sql`(not device.online and not device.low_power and ${neither})`,
  online: sql`(device.online and not device.low_power and ${neither})`,
}
export const hasStatus = (status: Status): RawBuilder<boolean> => conditions[status]
