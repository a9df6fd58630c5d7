import type { EnumValue, LiveKind } from '@emberwatch/contract'
import type { Defaulted, InstantNow, Json, JsonDefaulted, Optional, OptionalInstant, Owned } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface SettingTable {
  key: string
  value: Json<unknown>
}

/** What administrators have said about setting up. One row, or none. */
export interface SetUpTable {
  id: Defaulted<number>
  hidden_at: OptionalInstant
  hidden_by: Optional<number>
  backup_confirmed_at: OptionalInstant
  backup_confirmed_by: Optional<number>
}

export interface AuditChainTable {
  company_id: number
  sequence: number
  hash: Buffer
}

export interface AuditLogTable {
  id: Defaulted<number>
  at: InstantNow
  company_id: number
  path: string
  sequence: number
  actor_id: Optional<number>
  actor_name: string
  actor_path: Optional<string>
  /** The account that had signed in as the actor with a ticket. */
  issuer_id: Optional<number>
  issuer_name: Optional<string>
  /** The key of the open platform that acted, under its name. */
  key_id: Optional<number>
  ip: Optional<string>
  trace_id: Optional<string>
  action: string
  object_kind: string
  object_id: string
  object_name: string
  changes: Json<Record<string, [unknown, unknown]>>
  result: string
  previous_hash: Buffer
  hash: Buffer
}

export interface ApiLogTable {
  id: Defaulted<number>
  at: InstantNow
  path: Optional<string>
  /** The caller's company at the time of the call. */
  company_id: Optional<number>
  company_name: Optional<string>
  account_id: Optional<number>
  account: Optional<string>
  /** The key of the open platform that called, under its name. */
  key_id: Optional<number>
  action: string
  method: string
  url: string
  params: JsonDefaulted<Record<string, unknown> | null>
  status: number
  code: number
  ms: number
  ip: Optional<string>
  trace_id: string
}

export interface LoginLogTable {
  id: Defaulted<number>
  at: InstantNow
  path: Optional<string>
  account_id: Optional<number>
  account: string
  result: string
  ip: Optional<string>
  user_agent: Optional<string>
}

/** How far something that must miss no live event has read (platform/live-cursor.ts). */
export interface LiveCursorTable {
  name: string
  position: string
  holder: Optional<string>
  held_until: OptionalInstant
}

export interface LiveEventTable {
  id: Defaulted<number>
  at: InstantNow
  path: string
  customer_id: Optional<number>
  device_id: Optional<number>
  account_id: Optional<number>
  /** Its project and, for an order, who created it and who works on it: for staff with a narrow data scope. */
  project_id: Optional<number>
  people: Optional<number[]>
  kind: LiveKind
  object_id: Optional<string>
  change: string
  data: JsonDefaulted<Record<string, unknown>>
  /** The transaction that stored it. A reader that follows changes continues from a snapshot (features/partners/open-access/changes.reads.ts). */
  xid: Defaulted<string>
}

/** A process of the program that is running, or was a moment ago. */
export interface ProcessBeatTable {
  id: string
  roles: string[]
  problems: Defaulted<string[]>
  beats: Defaulted<number>
  started_at: InstantNow
  beat_at: InstantNow
}

/** The single row that counts how long the system could receive. */
export interface ListeningTable {
  one: Defaulted<boolean>
  ms: Defaulted<number>
}

export interface MessageTable {
  id: Defaulted<number>
  created_at: InstantNow
  account_id: number
  type: string
  params: JsonDefaulted<Record<string, string | number>>
  link: Optional<string>
  read_at: OptionalInstant
  /** The message task that it belongs to. */
  task_id: Optional<number>
  /** Ids of attached files, which its receiver may read. They are those of its task, which keeps them. */
  attached: Optional<string[]>
}

/** An SMS, voice call, mail or push message to somebody outside: both the queue of what is to be sent and the record of what was sent. */
export interface MessageRecordTable extends Owned {
  id: Defaulted<number>
  created_at: InstantNow
  customer_id: Optional<number>
  project_id: Optional<number>
  alarm_id: Optional<number>
  fault_id: Optional<number>
  run_id: Optional<number>
  /** For a message sent again by hand: the run of the original. It decides who may read the receiver, and which alarm a pressed 1 takes over. */
  resent_run_id: Optional<number>
  task_id: Optional<number>
  cause: EnumValue<'recordCause'>
  event: Optional<EnumValue<'notifyEvent'>>
  fire: Defaulted<boolean>
  priority: Defaulted<number>
  key: Defaulted<string>
  channel: Exclude<EnumValue<'notifyMethod'>, 'inSite'>
  account_id: Optional<number>
  receiver: string
  phone: Defaulted<string>
  email: Optional<string>
  language: Defaulted<'zh' | 'en'>
  title: Defaulted<string>
  content: Defaulted<string>
  template_id: Optional<number>
  params: JsonDefaulted<Record<string, string | number>>
  provider_id: Optional<number>
  provider_name: Optional<string>
  provider_ref: Optional<string>
  state: Defaulted<EnumValue<'recordState'>>
  attempts: Defaulted<number>
  failure: Optional<string>
  failure_kind: Optional<EnumValue<'sendFailure'>>
  copy_of: Optional<number>
  tries_until: OptionalInstant
  taken_at: OptionalInstant
  due_at: OptionalInstant
  claimed_until: OptionalInstant
  answer_by: OptionalInstant
  folded_into: Optional<number>
  segments: Optional<number>
  cost: Optional<number>
  currency: Optional<string>
  state_at: InstantNow
  sent_at: OptionalInstant
  delivered_at: OptionalInstant
  answered_at: OptionalInstant
}

/** The last delivery results of a number that a company calls. */
export interface CalledNumberTable {
  company_id: number
  /** Digest of the number; only compared. */
  digest: Buffer
  reached_at: OptionalInstant
  /** When the last message or call was rejected; null once one was delivered. */
  missed_at: OptionalInstant
  missed_for: Optional<EnumValue<'sendFailure'>>
}

export interface RecordsTables {
  setting: SettingTable
  set_up: SetUpTable
  audit_chain: AuditChainTable
  audit_log: AuditLogTable
  api_log: ApiLogTable
  login_log: LoginLogTable
  live_event: LiveEventTable
  live_cursor: LiveCursorTable
  process_beat: ProcessBeatTable
  listening: ListeningTable
  message: MessageTable
  message_record: MessageRecordTable
  called_number: CalledNumberTable
}

export const recordsFacts = {
  setting: { owner: 'settings', scope: 'system', published: 'key value' },
  set_up: { owner: 'set-up', scope: 'system' },
  audit_chain: { owner: 'platform', scope: 'system', published: 'sequence hash' },
  audit_log: {
    owner: 'platform',
    scope: { path: 'path', creator: 'actor_id' },
    published: `at sequence actor_name issuer_id issuer_name key_id ip action object_kind object_id object_name changes result previous_hash
      hash`,
  },
  api_log: {
    owner: 'platform',
    scope: { path: 'path', creator: 'account_id' },
    published: 'at company_name account key_id action method url params status code ms ip trace_id',
  },
  login_log: {
    owner: 'session',
    scope: { path: 'path', creator: 'account_id' },
    published: 'at account result ip user_agent',
  },
  live_event: {
    owner: 'platform',
    scope: { path: 'path', customer: 'customer_id', account: 'account_id' },
    published: 'kind object_id xid',
  },
  live_cursor: { owner: 'platform', scope: 'system' },
  process_beat: { owner: 'platform', scope: 'system', published: 'problems beat_at' },
  listening: { owner: 'ingest', scope: 'system' },
  message: { owner: 'message', scope: { account: 'account_id' }, published: 'created_at attached' },
  message_record: {
    owner: 'message-record',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id' },
    published: `created_at alarm_id run_id resent_run_id cause fire priority key channel account_id receiver state failure copy_of
      tries_until due_at claimed_until folded_into sent_at`,
  },
  called_number: { owner: 'message-record', scope: 'system' },
} as const satisfies FactsOf<RecordsTables>
