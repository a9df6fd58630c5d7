import type { CommandParameter, EnumValue, GivenParameter, ParameterValue, RunStep } from '@emberwatch/contract'
import type { Defaulted, Instant, Json, JsonDefaulted, Optional, OptionalInstant, Owned, Tracked } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

export interface DeviceCommandTable extends Tracked {
  id: Defaulted<number>
  model_id: number
  code: string
  name: string
  remark: Defaulted<string>
  parameters: JsonDefaulted<CommandParameter[]>
  encoding: Defaulted<EnumValue<'commandEncoding'>>
  frame: Optional<string>
  timeout_s: Defaulted<number>
  retries: Defaulted<number>
  dangerous: Defaulted<boolean>
  sender_types: JsonDefaulted<EnumValue<'accountType'>[]>
  sender_level: Optional<number>
  sample_frame: Optional<string>
  enabled: Defaulted<boolean>
}

export interface SentCommandTable extends Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: Optional<number>
  gateway_id: number
  device_id: Optional<number>
  command_id: Optional<number>
  code: string
  name: string
  dangerous: boolean
  params: Json<Readonly<Record<string, ParameterValue>>>
  wire_params: Json<Readonly<Record<string, ParameterValue>>>
  timeout_s: number
  retries: number
  resend_unanswered: boolean
  uid: string
  state: EnumValue<'commandState'>
  failure: Optional<EnumValue<'commandFailure'>>
  note: Optional<string>
  rule_id: Optional<number>
  rule_name: Optional<string>
  requested_by: Optional<number>
  requested_for: Optional<number>
  decided_by: Optional<number>
  decided_at: OptionalInstant
  created_at: Instant
  sent_at: OptionalInstant
  attempts: Defaulted<number>
  received_at: OptionalInstant
  received_from: Optional<EnumValue<'commandReceipt'>>
  answered_at: OptionalInstant
  late: Defaulted<boolean>
  reply_result: Optional<string>
  reply_message: Optional<string>
  reply_values: Optional<Record<string, unknown>>
  expires_at: Instant
  due_at: OptionalInstant
  closed_at: OptionalInstant
}

export interface LinkedRuleTable extends Tracked, Owned {
  id: Defaulted<number>
  customer_id: Optional<number>
  project_id: number
  name: string
  device_id: Optional<number>
  model_id: Optional<number>
  trigger: EnumValue<'ruleTrigger'>
  alarm_type_id: Optional<number>
  format: Optional<EnumValue<'reportCodeType'>>
  source_code: Optional<string>
  report_type: Optional<EnumValue<'reportType'>>
  command_id: number
  params: JsonDefaulted<GivenParameter[]>
  pause_s: Defaulted<number>
  enabled: Defaulted<boolean>
  last_run_at: OptionalInstant
  /** Who last edited it and, if they were signed in as somebody else, who that person really was. */
  edited_by: Optional<number>
  edited_for: Optional<number>
}

export interface LinkedRuleTargetTable {
  rule_id: number
  device_id: number
}

export interface LinkedRuleRunTable extends Owned {
  id: Defaulted<number>
  at: Instant
  customer_id: Optional<number>
  project_id: number
  rule_id: number
  rule_name: string
  device_id: number
  device_code: string
  source_code: string
  outcome: EnumValue<'ruleOutcome'>
  steps: Json<RunStep[]>
}

export interface RuleSignalTable {
  id: Defaulted<number>
  at: Instant
  project_id: number
  device_id: number
  format: string
  code: string
  report_type: EnumValue<'reportType'>
  alarm_type_id: Optional<number>
  tries: Defaulted<number>
}

export interface CommandsTables {
  device_command: DeviceCommandTable
  sent_command: SentCommandTable
  linked_rule: LinkedRuleTable
  linked_rule_target: LinkedRuleTargetTable
  linked_rule_run: LinkedRuleRunTable
  rule_signal: RuleSignalTable
}

export const commandsFacts = {
  device_command: { owner: 'device-command', scope: 'everyone', published: 'model_id name dangerous enabled' },
  sent_command: {
    owner: 'device-command',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id', creator: 'requested_by' },
    published: 'uid',
  },
  linked_rule: {
    owner: 'linked-rule',
    scope: { path: 'path', customer: 'customer_id', project: 'project_id' },
    published: 'name command_id',
  },
  linked_rule_target: { owner: 'linked-rule', scope: { through: ['rule_id', 'linked_rule'] } },
  linked_rule_run: { owner: 'linked-rule', scope: { path: 'path', customer: 'customer_id', project: 'project_id' } },
  rule_signal: { owner: 'linked-rule', scope: 'system' },
} as const satisfies FactsOf<CommandsTables>
