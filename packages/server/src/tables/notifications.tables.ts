import type { EnumValue, NotifyRule } from '@emberwatch/contract'
import type { Defaulted, Instant, InstantNow, Json, JsonDefaulted, Optional, OptionalInstant, Owned } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

type NotifyEvent = EnumValue<'notifyEvent'>

/** Something that people may have to be notified of, stored together with it. All columns are optional: see the migration. */
export interface NotificationCauseTable {
  id: Defaulted<number>
  kind: NotifyEvent
  object_id: number
  first_at: Instant
  round_at: Instant
  clock: Optional<EnumValue<'alarmClock'>>
  company_id: number
  path: string
  customer_id: Optional<number>
  project_id: Optional<number>
  device_id: Optional<number>
  type_id: Optional<number>
  level: Optional<EnumValue<'alarmLevel'>>
  begins_at: OptionalInstant
  stored_at: InstantNow
  tries: Defaulted<number>
  next_at: InstantNow
  failure: Optional<string>
}

export interface NotificationRunTable extends Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: Optional<number>
  device_id: Optional<number>
  alarm_id: Optional<number>
  fault_id: Optional<number>
  event: NotifyEvent
  fire: Defaulted<boolean>
  rule_id: number
  rule_name: string
  rule: Json<StoredRule>
  started_at: Instant
  merges_until: OptionalInstant
  state: Defaulted<EnumValue<'runState'>>
  progress: Json<Progress>
  due_at: OptionalInstant
  next_step_at: OptionalInstant
  stop_reason: Optional<EnumValue<'runStop'>>
  stopped_by: Optional<string>
  stopped_at: OptionalInstant
  tries: Defaulted<number>
  failure: Optional<string>
}

/** The part of a rule that its runs keep. */
export type StoredRule = Pick<NotifyRule, 'steps' | 'stopWhen' | 'activeHours' | 'language' | 'mergeWindowS'>

export interface NotificationRunCauseTable {
  run_id: number
  rule_id: number
  kind: NotifyEvent
  object_id: number
  first_at: Instant
  round_at: Instant
  clock: Optional<EnumValue<'alarmClock'>>
  type_id: Optional<number>
  device_id: Optional<number>
  level: Optional<EnumValue<'alarmLevel'>>
}

/** A person who may be notified. */
export interface StoredPerson {
  readonly kind: EnumValue<'notifyReceiver'>
  /** Identifies the same human across receivers, as far as known: by account, or by number. */
  readonly who: string
  readonly name: string
  /** The name as others see it: masked for private persons. Without it, the name itself. */
  readonly shownName?: string
  readonly accountId: number | null
  readonly phone: string
  readonly email: string | null
  readonly language: 'zh' | 'en'
}

/** A person who is being notified, or waits for their turn in a call list. */
export interface Leg {
  readonly step: number
  readonly round: number
  readonly person: StoredPerson
  /** In the order in which they are tried. The first is the current or the next one. */
  readonly channels: readonly EnumValue<'notifyMethod'>[]
  /** Legs of the same list go one after another. Null: notified at the same time as all others. */
  readonly list: number | null
  /** When the current channel was tried. Null: waiting for their turn. */
  readonly triedAt: number | null
  /** The key of its message record. Null for in-site messages and while waiting. */
  readonly key: string | null
}

/** The progress of a run. */
export interface Progress {
  /** How many steps are done, repeats included. */
  readonly done: number
  /** Who is being notified now. */
  readonly legs: readonly Leg[]
  /** When the engine last looked at it. */
  readonly seenAt: number
}

export interface NotifiedPerson {
  readonly kind: EnumValue<'notifyReceiver'>
  readonly at: string
  readonly name: string
  readonly channel: EnumValue<'notifyMethod'>
  readonly key: string | null
}

export interface StepLeftOut {
  readonly kind: EnumValue<'notifyReceiver'>
  readonly name: string
  readonly channel: EnumValue<'notifyMethod'> | null
  readonly reason: EnumValue<'leftOutReason'>
}

export interface NotificationStepTable {
  run_id: number
  step: number
  round: number
  due_at: Instant
  at: Instant
  told: JsonDefaulted<readonly NotifiedPerson[]>
  left_out: JsonDefaulted<readonly StepLeftOut[]>
}

/** A run that the engine should look at now. */
export interface NotificationNudgeTable {
  run_id: number
}

/** An event that has been taken out of the outbox. */
export interface NotificationSeenTable {
  kind: NotifyEvent
  object_id: number
  round_at: Instant
  seen_at: Instant
}

export interface NotificationsTables {
  notification_seen: NotificationSeenTable
  notification_nudge: NotificationNudgeTable
  notification_cause: NotificationCauseTable
  notification_run: NotificationRunTable
  notification_run_cause: NotificationRunCauseTable
  notification_step: NotificationStepTable
}

export const notificationsFacts = {
  notification_cause: { owner: 'notify-cause', scope: 'system' },
  notification_seen: { owner: 'notify-cause', scope: 'system' },
  notification_nudge: { owner: 'notification', scope: 'system' },
  notification_run: {
    owner: 'notification',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id' },
    published: 'rule_id rule state',
  },
  notification_run_cause: {
    owner: 'notification',
    scope: { through: ['run_id', 'notification_run'] },
    published: 'kind object_id',
  },
  notification_step: { owner: 'notification', scope: { through: ['run_id', 'notification_run'] } },
} as const satisfies FactsOf<NotificationsTables>
