import type { EffectiveSettings } from '@emberwatch/contract'
import type { TableName } from './index.ts'

/** Tables partitioned by month. */
export const partitionedTables = [
  'report',
  'alarm',
  'alarm_journey',
  'mqtt_log',
  'audit_log',
  'api_log',
  'login_log',
  'message',
] as const satisfies readonly TableName[]

/** Tables added later, which the first migrations do not know. */
export const laterPartitioned = ['device_value', 'message_record'] as const satisfies readonly TableName[]

/** Tables whose months are dropped once older than the settings say, with the setting. Alarms, audit rows and reports are kept. */
export const expiring = {
  api_log: 'apiLogMonths',
  mqtt_log: 'mqttLogMonths',
  login_log: 'loginLogMonths',
  device_value: 'deviceValueMonths',
} as const satisfies Partial<
  Record<(typeof partitionedTables)[number] | (typeof laterPartitioned)[number], keyof EffectiveSettings>
>
