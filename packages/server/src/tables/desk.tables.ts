import type { EnumValue } from '@emberwatch/contract'
import type { Defaulted, Instant, Optional, OptionalInstant } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** A response clock of an alarm that was exceeded. */
export interface AlarmBreachTable {
  id: Defaulted<number>
  alarm_id: number
  alarm_first_at: Instant
  clock: EnumValue<'alarmClock'>
  due_at: Instant
  /** When somebody finally confirmed or closed it. */
  answered_at: OptionalInstant
  answered_by: Optional<number>
}

/** A channel over which somebody was reached about an alarm. */
export interface AlarmReachedTable {
  alarm_id: number
  channel: EnumValue<'notifyMethod'>
  /** It is also listed in `alarm.reached`. */
  listed: Defaulted<boolean>
}

/** An alarm about which every message and call of the rules failed. */
export interface AlarmUnreachedTable {
  alarm_id: number
  at: Instant
  /** When somebody was reached after all. */
  reached_at: OptionalInstant
}

/** Who handles the alarms of a site. */
export interface DeskHoldTable {
  project_id: number
  account_id: number
  taken_at: Instant
  /** When they last used the keyboard or mouse. */
  seen_at: Instant
  given_by: Optional<number>
  note: Optional<string>
}

export interface DeskTables {
  alarm_breach: AlarmBreachTable
  alarm_reached: AlarmReachedTable
  alarm_unreached: AlarmUnreachedTable
  desk_hold: DeskHoldTable
}

export const deskFacts = {
  alarm_breach: {
    owner: 'alarm',
    scope: { through: ['alarm_id', 'alarm'] },
    published: 'alarm_first_at clock due_at answered_at answered_by',
  },
  alarm_reached: { owner: 'alarm', scope: { through: ['alarm_id', 'alarm'] } },
  alarm_unreached: { owner: 'alarm', scope: { through: ['alarm_id', 'alarm'] } },
  desk_hold: {
    owner: 'alarm-desk',
    scope: { through: ['project_id', 'project'] },
    published: 'account_id taken_at seen_at',
  },
} as const satisfies FactsOf<DeskTables>
