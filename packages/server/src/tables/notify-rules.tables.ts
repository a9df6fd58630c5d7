import type { ActiveHours, EnumValue, NotifyRule, NotifyStep } from '@emberwatch/contract'
import type { ColumnType } from 'kysely'
import type { Defaulted, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface NotifyRuleTable extends Tracked, Owned {
  id: Defaulted<number>
  name: string
  enabled: Defaulted<boolean>
  events: Defaulted<EnumValue<'notifyEvent'>[]>
  levels: Defaulted<EnumValue<'alarmLevel'>[]>
  project_ids: Defaulted<number[]>
  project_type_ids: Defaulted<number[]>
  device_ids: Defaulted<number[]>
  alarm_type_ids: Defaulted<number[]>
  fault_type_ids: Defaulted<number[]>
  steps: JsonDefaulted<NotifyStep[]>
  stop_when: Defaulted<EnumValue<'notifyStop'>>
  active_hours: ColumnType<ActiveHours | null, string | null | undefined, string | null>
  merge_window_s: Defaulted<number>
  language: Optional<NotifyRule['language']>
  deleted_at: OptionalInstant
}

export interface NotifyRulesTables {
  notify_rule: NotifyRuleTable
}

export const notifyRulesFacts = {
  notify_rule: {
    owner: 'notify-rule',
    scope: { path: 'path', creator: 'created_by' },
    marksDeleted: true,
    published: 'name enabled events project_type_ids steps',
  },
} as const satisfies FactsOf<NotifyRulesTables>
