import type { EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'

/** An alarm that is open. */
export const isAlarm = sql<boolean>`alarm.state in ('unconfirmed', 'confirmed')`
/** The supervisory fault of being offline is left out. Going offline raises it, so a device would always be shown as faulty and never as offline. */
export const isFault = sql<boolean>`fault.state <> 'solved' and fault.source_code <> 'offline'`

// What a device raised at an earlier place stays open there and must not be shown to its present owner.
export const hasAlarm = sql<boolean>`exists (select from alarm
  where alarm.device_id = device.id and ${isAlarm} and alarm.project_id is not distinct from device.project_id)`
export const hasFault = sql<boolean>`exists (select from fault
  where fault.device_id = device.id and ${isFault} and fault.project_id is not distinct from device.project_id)`

/**
 * The status that lists show (domain.md, "Devices and gateways"): the first that applies, derived from open records and never stored. Use
 * it for rows on display only: it queries the indexes of open alarms and faults for each.
 */
export const shownStatus = sql<EnumValue<'deviceStatus'>>`case
  when ${hasAlarm} then 'alarm'
  when ${hasFault} then 'fault'
  when device.low_power then 'lowPower'
  when device.online then 'online'
  when device.online is null then 'unsupervised'
  else 'offline' end`
