import type { EnumValue, MessageTaskFilter } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { ColumnType } from 'kysely'
import type { Defaulted, Instant, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** A template for an event, with its newest version. */
export interface MessageTemplateTable extends Tracked, Owned {
  id: Defaulted<number>
  code: string
  name: string
  event: EnumValue<'templateEvent'>
  channel: EnumValue<'notifyMethod'>
  language: 'zh' | 'en'
  title: Defaulted<string>
  content: string
  signature: Defaulted<string>
  provider_code: Defaulted<string>
  template_version: Defaulted<number>
  approved_version: Optional<number>
  state: Defaulted<EnumValue<'templateState'>>
  reason: Optional<string>
  submitted_by: Optional<number>
  submitted_for: Optional<number>
  submitted_at: OptionalInstant
  decided_by: Optional<number>
  decided_at: OptionalInstant
  enabled: Defaulted<boolean>
  deleted_at: OptionalInstant
}

/** A version that was or is in use. */
export interface MessageTemplateVersionTable {
  id: Defaulted<number>
  template_id: number
  number: number
  title: string
  content: string
  signature: string
  provider_code: string
  submitted_by: Optional<number>
  approved_by: Optional<number>
  approved_at: Instant
}

export interface MessageTaskTable extends Tracked, Owned {
  id: Defaulted<number>
  title: string
  title_en: Optional<string>
  type: EnumValue<'messageTaskType'>
  push_type: EnumValue<'pushType'>
  content_zh: Optional<string>
  content_en: Optional<string>
  template_zh_id: Optional<number>
  template_en_id: Optional<number>
  push_object: EnumValue<'pushObject'>
  object_ids: Defaulted<number[]>
  /** For tasks whose receivers are kinds of accounts. */
  filter: ColumnType<MessageTaskFilter | null, string | null | undefined, string | null>
  /** Ids of attached files. */
  files: Defaulted<string[]>
  schedule_at: OptionalInstant
  state: Defaulted<EnumValue<'messageTaskState'>>
  expanded_to: Defaulted<number>
  /** The newest account at its start. */
  last_account: Optional<number>
  expanded: Defaulted<boolean>
  retried_to: Optional<number>
  retry_until: Optional<number>
  without_address: Defaulted<number>
  reach: Optional<number>
  /** How many of its messages are in each state. */
  counts: JsonDefaulted<Record<string, number>>
  /** Costs by currency. */
  costs: JsonDefaulted<Record<string, number>>
  sent_by: Optional<number>
  started_at: OptionalInstant
  finished_at: OptionalInstant
  failure: Optional<ReasonName>
  deleted_at: OptionalInstant
}

/** Written by triggers when messages change (migration 0049); the task's job adds the rows up and deletes them. */
export interface MessageTaskChangeTable {
  id: Defaulted<number>
  task_id: number
  was: Optional<string>
  is_now: Optional<string>
  cost: Optional<number>
  currency: Optional<string>
}

export interface MessagesTables {
  message_template: MessageTemplateTable
  message_template_version: MessageTemplateVersionTable
  message_task: MessageTaskTable
  message_task_change: MessageTaskChangeTable
}

export const messagesFacts = {
  message_template: {
    owner: 'message-template',
    scope: { path: 'path', creator: 'created_by' },
    marksDeleted: true,
    published: 'name approved_version',
  },
  message_template_version: {
    owner: 'message-template',
    scope: { through: ['template_id', 'message_template'] },
    published: 'number provider_code',
  },
  message_task: {
    owner: 'message-task',
    scope: { path: 'path', creator: 'created_by' },
    marksDeleted: true,
    published: 'title template_zh_id template_en_id state',
  },
  message_task_change: { owner: 'message-task', scope: 'system' },
} as const satisfies FactsOf<MessagesTables>
