import {
  id,
  input,
  instant,
  nullable,
  oneOf,
  optional,
  pageInput,
  ref,
  refs,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'
import { givenParameter } from '../device-command/command-parameters.ts'
import type { SentValues } from '../device-command/device-command.schema.ts'

const ruleTarget = Type.Object({ id: id(), code: Type.String(), name: Type.String() })

/** A linked rule: if such a device reports this, that command is sent to those devices of the same project. */
export const linkedRuleRow = Type.Object({
  id: id(),
  name: Type.String(),
  projectId: id(),
  projectName: Type.String(),
  companyId: id(),
  companyName: Type.String(),
  /** Whose reports trigger it: one device, those of a model, or all of the project. */
  deviceId: nullable(id()),
  deviceCode: nullable(Type.String()),
  modelId: nullable(id()),
  modelName: nullable(Type.String()),
  trigger: oneOf('ruleTrigger'),
  alarmTypeId: nullable(id()),
  alarmType: nullable(Type.String()),
  format: nullable(oneOf('reportCodeType')),
  sourceCode: nullable(Type.String()),
  reportType: nullable(oneOf('reportType')),
  commandId: id(),
  commandName: Type.String(),
  dangerous: Type.Boolean(),
  params: Type.Unsafe<SentValues>({ type: 'object', additionalProperties: true }),
  targets: Type.Array(ruleTarget),
  pauseS: Type.Integer(),
  enabled: Type.Boolean(),
  lastRunAt: nullable(instant()),
  ...tracked,
})
export type LinkedRuleRow = Static<typeof linkedRuleRow>

export const linkedRulePageInput = pageInput(
  {
    projectId: optional(ref('project')),
    deviceId: optional(ref('device')),
    trigger: optional(oneOf('ruleTrigger')),
    enabled: optional(Type.Boolean()),
  },
  ['name', 'createdAt', 'updatedAt'],
)

const ruleFields = {
  name: text(60),
  deviceId: optional(ref('device')),
  modelId: optional(ref('device_model')),
  trigger: oneOf('ruleTrigger'),
  alarmTypeId: optional(ref('alarm_type')),
  format: optional(oneOf('reportCodeType')),
  sourceCode: optional(text(64)),
  reportType: optional(oneOf('reportType')),
  commandId: ref('device_command'),
  targetIds: refs('device'),
  params: optional(Type.Array(givenParameter, { maxItems: 20 })),
  /** Runs at most once in this time, so that repeated signals do not repeat the command. */
  pauseS: Type.Integer({ minimum: 5, maximum: 86_400 }),
}
export const linkedRuleCreateInput = input({ projectId: ref('project'), ...ruleFields })
export const linkedRuleUpdateInput = input({ id: ref('linked_rule'), version: version(), ...ruleFields })

/** A rule in relation to one device. */
export const relatedRule = Type.Object({
  ...linkedRuleRow.properties,
  /** The device's reports can trigger it. */
  starts: Type.Boolean(),
  /** The device receives its command. */
  receives: Type.Boolean(),
})
export type RelatedRule = Static<typeof relatedRule>

/** The result for one device when a rule ran. */
const runStep = Type.Object({
  deviceId: id(),
  deviceCode: Type.String(),
  /** The command that was sent; null if none could be. */
  commandId: nullable(id()),
  reason: nullable(Type.String()),
})
export type RunStep = Static<typeof runStep>

export const linkedRuleRunRow = Type.Object({
  id: id(),
  at: instant(),
  ruleId: id(),
  ruleName: Type.String(),
  projectName: nullable(Type.String()),
  /** The device whose report triggered it. */
  deviceCode: Type.String(),
  sourceCode: Type.String(),
  outcome: oneOf('ruleOutcome'),
  steps: Type.Array(runStep),
})
export type LinkedRuleRunRow = Static<typeof linkedRuleRunRow>

export const linkedRuleRunPageInput = pageInput(
  {
    ruleId: optional(ref('linked_rule')),
    projectId: optional(ref('project')),
    deviceId: optional(ref('device')),
    outcome: optional(oneOf('ruleOutcome')),
  },
  ['at'],
)
