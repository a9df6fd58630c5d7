import { activeHours } from '../../sites/project/active-hours.ts'
import { enums, type EnumValue } from '../../../enums.ts'
import {
  id,
  input,
  nullable,
  oneOf,
  optional,
  options,
  pageInput,
  ref,
  refs,
  text,
  tracked,
  Type,
  version,
  type Static,
} from '../../../kernel/schema.ts'

type Channel = EnumValue<'notifyMethod'>
const channels = () => Type.Array(oneOf('notifyMethod'), { minItems: 1, maxItems: enums.notifyMethod.length, uniqueItems: true })

const seconds = (maximum: number) => Type.Integer({ minimum: 0, maximum })
const day = 86_400

/** The receivers of a step. */
export const notifyReceiver = input({
  kind: oneOf('notifyReceiver'),
  /** For `duty`. */
  teamId: optional(ref('duty_team')),
  /** For `role`. */
  roleId: optional(ref('role')),
  /** For `accounts`. */
  accountIds: optional(refs('account')),
})
export type NotifyReceiver = Static<typeof notifyReceiver>

/**
 * One step. Its channels are tried in order for each person: the next one if the one before failed, or was not answered within
 * `answerS`. The people of a call list are notified one after another, each as soon as the one before was busy, refused, could not
 * be reached or did not answer within `answerS`; all other receivers at the same time.
 */
export const notifyStep = input({
  /** Seconds after the event. */
  afterS: seconds(day),
  receivers: Type.Array(notifyReceiver, { minItems: 1, maxItems: 10 }),
  channels: channels(),
  answerS: Type.Integer({ minimum: 10, maximum: 3_600 }),
  /** Number of repeats, each `everyS` after the one before. */
  repeats: Type.Integer({ minimum: 0, maximum: 20 }),
  everyS: seconds(day),
})
export type NotifyStep = Static<typeof notifyStep>

const language = () => Type.Unsafe<'zh' | 'en'>({ type: 'string', enum: ['zh', 'en'], enumeration: 'callLanguage' })

/** The content of a rule, as stored and used for decisions. An empty list means all. */
export const notifyRuleFields = {
  name: text(60),
  enabled: Type.Boolean(),
  events: Type.Array(oneOf('notifyEvent'), { minItems: 1, maxItems: enums.notifyEvent.length, uniqueItems: true }),
  /** Of alarms. */
  levels: Type.Array(oneOf('alarmLevel'), { maxItems: enums.alarmLevel.length, uniqueItems: true }),
  projectIds: Type.Array(ref('project'), { maxItems: 1_000, uniqueItems: true }),
  /** Project types: the rule also applies to new projects of these types. */
  projectTypeIds: Type.Array(ref('project_type'), { maxItems: 100, uniqueItems: true }),
  alarmTypeIds: Type.Array(ref('alarm_type'), { maxItems: 200, uniqueItems: true }),
  faultTypeIds: Type.Array(ref('fault_type'), { maxItems: 200, uniqueItems: true }),
  deviceIds: Type.Array(ref('device'), { maxItems: 1_000, uniqueItems: true }),
  steps: Type.Array(notifyStep, { minItems: 1, maxItems: 20 }),
  stopWhen: oneOf('notifyStop'),
  activeHours: nullable(activeHours),
  /** Further events of the same project within this many seconds are merged into one message. Fires are always sent separately. */
  mergeWindowS: seconds(3_600),
  /** Null: each receiver's own. */
  language: nullable(language()),
}
const notifyRule = Type.Object(notifyRuleFields)
export type NotifyRule = Static<typeof notifyRule>
export type NotifyChannel = Channel

/** Something that a rule refers to, by name. `gone`: deleted, disabled, or no longer the company's, so that the rule does less than it says. */
const named = Type.Object({
  kind: Type.Unsafe<NamedKind>({
    type: 'string',
    enum: ['project', 'projectType', 'device', 'alarmType', 'faultType', 'team', 'role', 'account'],
  }),
  id: id(),
  name: Type.String(),
  gone: Type.Boolean(),
})
export type NamedKind = 'project' | 'projectType' | 'device' | 'alarmType' | 'faultType' | 'team' | 'role' | 'account'
export type RuleNamed = Static<typeof named>

export const notifyRuleRow = Type.Object({
  id: id(),
  companyId: id(),
  companyName: Type.String(),
  ...notifyRuleFields,
  named: Type.Array(named),
  /** Channels of its steps without a provider, or whose providers are all down. */
  missing: Type.Array(oneOf('notifyMethod')),
  ...tracked,
})
export type NotifyRuleRow = Static<typeof notifyRuleRow>

export const notifyRulePageInput = pageInput(
  {
    event: optional(oneOf('notifyEvent')),
    level: optional(oneOf('alarmLevel')),
    /** Rules that apply to this project: those that name it, and those for all projects. */
    projectId: optional(ref('project')),
    companyId: optional(ref('company')),
    channel: optional(oneOf('notifyMethod')),
    enabled: optional(Type.Boolean()),
  },
  ['name', 'createdAt', 'updatedAt'],
)

const { name, events, steps, stopWhen, mergeWindowS, levels, projectIds, projectTypeIds, alarmTypeIds, faultTypeIds, deviceIds } =
  notifyRuleFields
/** A list that is left out means all; without active hours the rule always applies. */
const inputFields = {
  name,
  events,
  levels: optional(levels),
  projectIds: optional(projectIds),
  projectTypeIds: optional(projectTypeIds),
  alarmTypeIds: optional(alarmTypeIds),
  faultTypeIds: optional(faultTypeIds),
  deviceIds: optional(deviceIds),
  steps,
  stopWhen,
  activeHours: optional(activeHours),
  mergeWindowS,
  language: optional(language()),
}
export const notifyRuleCreateInput = input({
  companyId: optional(ref('company')),
  enabled: optional(Type.Boolean()),
  ...inputFields,
})
export const notifyRuleUpdateInput = input({ id: ref('notify_rule'), version: version(), ...inputFields })

/** Everything that a rule of a company can refer to, for the drop-downs of its form. */
export const notifyRuleChoices = Type.Object({
  projects: options,
  projectTypes: options,
  alarmTypes: options,
  faultTypes: options,
  teams: options,
  roles: options,
  accounts: options,
  /** Channels that work at present; in-site messages always do. */
  channels: Type.Array(oneOf('notifyMethod')),
})
export type NotifyRuleChoices = Static<typeof notifyRuleChoices>
