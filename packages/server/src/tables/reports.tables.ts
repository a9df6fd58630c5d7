import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, InstantNow, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface AlarmTypeTable extends Tracked {
  id: Defaulted<number>
  code: string
  name_zh: string
  name_en: string
  level: EnumValue<'alarmLevel'>
  acknowledge_s: Defaulted<number>
  close_s: Optional<number>
  sound: Defaulted<string>
  enabled: Defaulted<boolean>
}

export interface FaultTypeTable extends Tracked {
  id: Defaulted<number>
  code: string
  name_zh: string
  name_en: string
  level: Defaulted<EnumValue<'alarmLevel'>>
  enabled: Defaulted<boolean>
}

export interface ReportParamTable extends Tracked {
  id: Defaulted<number>
  format: EnumValue<'reportCodeType'>
  code: string
  type: EnumValue<'reportType'>
  alarm_type_id: Optional<number>
  fault_type_id: Optional<number>
  restores_code: Optional<string>
  reason_zh: Defaulted<string>
  reason_en: Defaulted<string>
  notify: Defaulted<boolean>
  /** People are not notified again of an alarm raised again within this time; 0: they always are. */
  merge_window_s: Defaulted<number>
  sms_zh: Optional<string>
  sms_en: Optional<string>
  voice_zh: Optional<string>
  voice_en: Optional<string>
  enabled: Defaulted<boolean>
}

export interface ReportTable {
  id: Defaulted<number>
  received_at: Instant
  gateway_id: number
  device_id: Optional<number>
  device_code: Optional<string>
  /** Null: the gateway sent none, or no whole number. */
  sequence: Optional<number>
  boot: Optional<string>
  digest: Optional<number>
  position: number
  format: Optional<string>
  code: string
  /** Words of reportProblems of the device link, separated by spaces. */
  problem: Optional<string>
  /** Null: no report parameter defines the code. */
  type: Optional<EnumValue<'reportType'>>
  device_time: OptionalInstant
  /** What was sent as the time, if it cannot be read as one. */
  sent_time: Optional<string>
  values: JsonDefaulted<Record<string, unknown> | null>
}

export interface GatewaySequenceTable {
  gateway_id: number
  boot: Defaulted<string>
  highest: number
  at: InstantNow
}

/** Something a gateway sent that could not be matched, with a count: a device, a code, or something unreadable. */
export interface UnknownReportTable extends Owned {
  id: Defaulted<number>
  kind: EnumValue<'unknownReportKind'>
  key: string
  gateway_id: Optional<number>
  gateway_code: string
  customer_id: Optional<number>
  project_id: Optional<number>
  device_id: Optional<number>
  device_code: Optional<string>
  format: Optional<string>
  code: Optional<string>
  may_be_alarm: boolean
  count: number
  first_at: Instant
  last_at: Instant
  last_report: string
  handled_at: OptionalInstant
  handled_by: Optional<number>
  handled_way: Optional<EnumValue<'unknownHandledWay'>>
}

export interface MqttLogTable {
  id: Defaulted<number>
  at: InstantNow
  path: Optional<string>
  gateway_id: Optional<number>
  client: string
  topic: string
  direction: 'up' | 'down'
  payload: Optional<string>
  result: string
  reason: Optional<string>
}

export interface AlarmTable extends Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: Optional<number>
  gateway_id: Optional<number>
  device_id: Optional<number>
  /** As the gateway sent it. */
  device_code: Optional<string>
  type_id: number
  level: EnumValue<'alarmLevel'>
  state: Defaulted<EnumValue<'alarmState'>>
  source_active: Defaulted<boolean>
  test: Defaulted<boolean>
  /** Who raised it to see what an alarm looks like. Always a test, and people are notified of it as of a real one. */
  tried_by: Optional<number>
  source_format: EnumValue<'reportCodeType'>
  source_code: string
  report_id: Optional<number>
  repeat_count: Defaulted<number>
  first_at: Instant
  last_at: Instant
  device_time: OptionalInstant
  stored_at: InstantNow
  raised_at: OptionalInstant
  /** When people were last notified of it; null: never. */
  told_at: OptionalInstant
  acknowledge_due_at: OptionalInstant
  close_due_at: OptionalInstant
  /** When the next response clock will be exceeded, unless that is already recorded. */
  breach_due_at: OptionalInstant
  breached_at: OptionalInstant
  restored_at: OptionalInstant
  shown_at: OptionalInstant
  /** A copy of `alarm_reached`, a few seconds late, so that the list can be filtered by it. */
  reached: Defaulted<string[]>
  confirmed_at: OptionalInstant
  confirmed_by: Optional<number>
  closed_at: OptionalInstant
  closed_by: Optional<number>
  handle_way: Optional<EnumValue<'handleWay'>>
  cause: Optional<EnumValue<'misreportCause'>>
  note: Optional<string>
  close_reason: Optional<string>
  order_id: Optional<number>
  updated_at: InstantNow
  updated_by: Optional<number>
}

export interface AlarmOpenTable {
  point: string
  type_id: number
  alarm_id: number
  first_at: Instant
}

export interface AlarmMuteTable {
  alarm_id: number
  account_id: number
  muted_at: Instant
  /** Null: until somebody acts on the alarm. */
  until: OptionalInstant
}

export interface AlarmJourneyTable {
  alarm_id: number
  at: Instant
  step: EnumValue<'journeyStep'>
  actor_id: Optional<number>
  detail: JsonDefaulted<Record<string, unknown>>
}

/** The place of an alarm, for rows that belong to it: they move along when its project is handed over. */
interface OfAlarm extends Owned {
  alarm_id: number
  customer_id: Optional<number>
  project_id: Optional<number>
  device_id: Optional<number>
}

export interface AlarmNoteTable extends OfAlarm {
  id: Defaulted<number>
  at: Instant
  account_id: Optional<number>
  text: Defaulted<string>
  photos: Defaulted<string[]>
  videos: Defaulted<string[]>
}

/** What a closing records beyond the columns of every alarm. */
export interface AlarmClosingTable extends OfAlarm {
  id: Defaulted<number>
  result: Optional<EnumValue<'alarmResult'>>
  brigade_called_at: OptionalInstant
  losses: Optional<string>
  photos: Defaulted<string[]>
}

export interface AlarmCallTable {
  id: Defaulted<number>
  alarm_id: number
  at: Instant
  account_id: Optional<number>
  notifier_id: Optional<number>
  name: string
  role: EnumValue<'notifierRole'>
  phone: string
  result: EnumValue<'callOutcome'>
  note: Optional<string>
}

export interface AlarmChecklistTable {
  project_id: number
  items: string[]
  version: Defaulted<number>
  updated_at: InstantNow
  updated_by: Optional<number>
}

export interface AlarmCheckTable {
  alarm_id: number
  text: string
  done: boolean
  at: Instant
  account_id: Optional<number>
}

export interface AlarmFileTable extends OfAlarm {
  id: Defaulted<number>
  at: Instant
  account_id: Optional<number>
  language: 'zh' | 'en'
  check_code: string
  sha256: string
  size: number
  file_id: string
}

export interface FaultTable extends Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: Optional<number>
  gateway_id: Optional<number>
  device_id: Optional<number>
  point: string
  type_id: number
  state: Defaulted<EnumValue<'faultState'>>
  test: Defaulted<boolean>
  source_format: EnumValue<'reportCodeType'>
  source_code: string
  repeat_count: Defaulted<number>
  first_at: Instant
  last_at: Instant
  restored_at: OptionalInstant
  solved_at: OptionalInstant
  solved_by: Optional<number>
  solved_way: Optional<EnumValue<'faultSolvedWay'>>
  note: Optional<string>
  order_id: Optional<number>
  snoozed_until: OptionalInstant
  snoozed_at: OptionalInstant
  snoozed_by: Optional<number>
  snooze_reason: Optional<string>
  /** `repeat_count` when it was snoozed; a new signal ends the snooze. */
  snoozed_repeats: Optional<number>
  updated_at: InstantNow
  updated_by: Optional<number>
}

export interface ReportsTables {
  alarm_type: AlarmTypeTable
  fault_type: FaultTypeTable
  report_param: ReportParamTable
  report: ReportTable
  gateway_sequence: GatewaySequenceTable
  mqtt_log: MqttLogTable
  alarm: AlarmTable
  alarm_open: AlarmOpenTable
  alarm_journey: AlarmJourneyTable
  alarm_mute: AlarmMuteTable
  alarm_note: AlarmNoteTable
  alarm_closing: AlarmClosingTable
  alarm_call: AlarmCallTable
  alarm_checklist: AlarmChecklistTable
  alarm_check: AlarmCheckTable
  alarm_file: AlarmFileTable
  fault: FaultTable
  unknown_report: UnknownReportTable
}

export const reportsFacts = {
  alarm_type: {
    owner: 'signal-type',
    scope: 'everyone',
    published: 'code name_zh name_en level acknowledge_s close_s enabled',
  },
  fault_type: { owner: 'signal-type', scope: 'everyone', published: 'code name_zh name_en level enabled' },
  report_param: {
    owner: 'report-param',
    scope: 'everyone',
    published: 'format code type alarm_type_id fault_type_id reason_zh reason_en',
  },
  report: {
    owner: 'ingest',
    scope: { through: ['gateway_id', 'gateway'], since: 'received_at' },
    published: 'received_at device_id device_code sequence format code problem type device_time sent_time values',
  },
  gateway_sequence: { owner: 'ingest', scope: 'system' },
  mqtt_log: {
    owner: 'ingest',
    scope: { path: 'path', gateway: 'gateway_id', since: 'at' },
    published: 'client topic direction payload result reason',
  },
  alarm: {
    owner: 'alarm',
    scope: { path: 'path', customer: 'customer_id', device: 'device_id', project: 'project_id' },
    published: `gateway_id device_code type_id level state source_active test tried_by first_at raised_at told_at acknowledge_due_at
      breached_at shown_at confirmed_at confirmed_by closed_at closed_by cause note`,
  },
  alarm_open: { owner: 'alarm', scope: { through: ['alarm_id', 'alarm'] }, published: 'point type_id first_at' },
  alarm_journey: { owner: 'alarm', scope: { through: ['alarm_id', 'alarm'] } },
  alarm_note: {
    owner: 'alarm-note',
    scope: { path: 'path', customer: 'customer_id', device: 'device_id', project: 'project_id' },
    published: 'photos videos',
  },
  alarm_closing: {
    owner: 'alarm',
    scope: { path: 'path', customer: 'customer_id', device: 'device_id', project: 'project_id' },
    published: 'result photos alarm_id',
  },
  alarm_call: { owner: 'alarm-call', scope: { through: ['alarm_id', 'alarm'] } },
  alarm_checklist: { owner: 'alarm-check', scope: { through: ['project_id', 'project'] } },
  alarm_check: { owner: 'alarm-check', scope: { through: ['alarm_id', 'alarm'] } },
  alarm_file: {
    owner: 'alarm-file',
    scope: { path: 'path', customer: 'customer_id', device: 'device_id', project: 'project_id' },
    published: 'file_id',
  },
  alarm_mute: { owner: 'alarm', scope: { account: 'account_id' }, published: 'alarm_id' },
  fault: {
    owner: 'fault',
    scope: { path: 'path', customer: 'customer_id', device: 'device_id', project: 'project_id' },
    published: `gateway_id point type_id state test source_code repeat_count first_at last_at solved_at note order_id snoozed_until
      updated_at`,
  },
  unknown_report: {
    owner: 'unknown-report',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id' },
    published: 'kind key gateway_id may_be_alarm count first_at last_at handled_at',
  },
} as const satisfies FactsOf<ReportsTables>
