import { DomainError, readParameters, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { deviceTargets, type CommandTarget } from '../device-command/command-target.ts'
import { definitionOf, refuseParameters, senderProblem } from '../device-command/sent-command.verbs.ts'

/** The part of a rule that determines which rules trigger which. */
export interface RuleNode {
  readonly id: number
  readonly name: string
  /** Whose reports trigger it: one device, a model or, with neither, any device of the project. */
  readonly deviceId: number | null
  readonly modelId: number | null
  readonly targets: readonly { readonly id: number; readonly modelId: number }[]
}

/** Whether a report of the device may trigger the rule. What it reports does not matter: a command may make a device report anything. */
export const mayStart = (
  { deviceId, modelId }: Pick<RuleNode, 'deviceId' | 'modelId'>,
  device: { readonly id: number; readonly modelId: number },
): boolean => (deviceId !== null ? deviceId === device.id : modelId === null || modelId === device.modelId)

/** The names of the rules on the cycle by which `start` would trigger itself. Undefined if there is none. */
export const loopThrough = (start: RuleNode, others: readonly RuleNode[]): string[] | undefined => {
  const rules = [start, ...others.filter(({ id }) => id !== start.id)]
  const seen = new Set<number>()
  const waiting: { readonly rule: RuleNode; readonly path: readonly string[] }[] = [{ rule: start, path: [start.name] }]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { rule, path } = next
    for (const started of rules) {
      if (!rule.targets.some((device) => mayStart(started, device))) continue
      if (started.id === start.id) return [...path, start.name]
      if (seen.has(started.id)) continue
      seen.add(started.id)
      waiting.push({ rule: started, path: [...path, started.name] })
    }
  }
  return undefined
}

type Fields = Omit<InputOf<typeof endpoints.linkedRule.update>, 'id' | 'version'>

/** The trigger of a rule; fields of other kinds are cleared. @throws DomainError invalidInput if it is missing */
const triggerColumns = (ctx: Ctx, { trigger, alarmTypeId, format, sourceCode, reportType }: Fields) => {
  const nothing = { alarm_type_id: null, format: null, source_code: null, report_type: null }
  switch (trigger) {
    case 'alarm':
      return { ...nothing, alarm_type_id: alarmTypeId ?? refuseField(ctx, 'alarmTypeId', 'triggerDetail') }
    case 'code':
      return { ...nothing, format: format ?? null, source_code: sourceCode ?? refuseField(ctx, 'sourceCode', 'triggerDetail') }
    case 'report':
      return { ...nothing, report_type: reportType ?? refuseField(ctx, 'reportType', 'triggerDetail') }
  }
}

/**
 * The command of a rule. Nobody can make a rule send what they may not send themselves, neither by writing nor by enabling it.
 * @throws DomainError noAccess; notHere, saying why
 */
export const sendableDefinition = async (ctx: Ctx, write: Write, commandId: number, field: string) => {
  if (!ctx.actor.operations.has('sentCommand:send')) throw new DomainError('noAccess', {}, field)
  const definition = await definitionOf(write.db, commandId)
  const problem = senderProblem(ctx, definition)
  if (problem) throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${problem}`) }, field)
  return definition
}

/** Columns that the audit log shows in another way. */
export const editorColumns = { edited_by: null, edited_for: null } as const

/** The columns of a rule, checked against the caller's scope and rights. */
export const ruleColumns = async (ctx: Ctx, write: Write, projectId: number, input: Fields) => {
  const { deviceId, modelId, commandId, targetIds, params = [] } = input
  const trigger = triggerColumns(ctx, input)
  if (deviceId !== undefined) {
    const [device] = await deviceTargets(write.db, [deviceId])
    if (device?.projectId !== projectId) refuseField(ctx, 'deviceId', 'ownDevice')
  }
  const definition = await sendableDefinition(ctx, write, commandId, 'commandId')
  const targets = await deviceTargets(write.db, targetIds)
  if (targets.length < targetIds.length || targets.some((target) => target.projectId !== projectId))
    refuseField(ctx, 'targetIds', 'ownDevice')
  if (targets.some((target) => target.modelId !== definition.model_id)) refuseField(ctx, 'targetIds', 'commandOfTargets')
  const { problems } = readParameters(definition.parameters, params)
  if (problems.length > 0) refuseParameters(ctx, definition, problems)
  const columns = {
    name: input.name,
    device_id: deviceId ?? null,
    // A device is more specific than its model.
    model_id: deviceId === undefined ? (modelId ?? null) : null,
    trigger: input.trigger,
    ...trigger,
    command_id: commandId,
    params: JSON.stringify(params),
    pause_s: input.pauseS,
    // Somebody other than these must approve a dangerous command of the rule.
    edited_by: ctx.actor.accountId,
    edited_for: ctx.actor.issuer?.accountId ?? null,
  }
  return { columns, targets }
}

/** The enabled rules of a project with the targets of their commands. */
const rulesOf = async (db: Kysely<Tables>, projectId: number): Promise<RuleNode[]> => {
  const rows = await db
    .selectFrom('linked_rule')
    .leftJoin('linked_rule_target', 'linked_rule_target.rule_id', 'linked_rule.id')
    .leftJoin('device', 'device.id', 'linked_rule_target.device_id')
    .select(['linked_rule.id', 'linked_rule.name', 'linked_rule.device_id', 'linked_rule.model_id'])
    .select(['device.id as targetId', 'device.model_id as targetModel'])
    .where('linked_rule.project_id', '=', projectId)
    .where('linked_rule.enabled', '=', true)
    .orderBy('linked_rule.id')
    .execute()
  const rules = new Map<number, RuleNode & { readonly targets: { id: number; modelId: number }[] }>()
  for (const { id, name, device_id: deviceId, model_id: modelId, targetId, targetModel } of rows) {
    const rule = rules.get(id) ?? { id, name, deviceId, modelId, targets: [] }
    if (targetId !== null && targetModel !== null) rule.targets.push({ id: targetId, modelId: targetModel })
    rules.set(id, rule)
  }
  return [...rules.values()]
}

/**
 * Refuses a rule that would trigger itself, by its own command or through other rules.
 * @throws notHere, naming the cycle
 */
export const assertNoLoop = async (
  ctx: Ctx,
  write: Write,
  projectId: number,
  rule: Omit<RuleNode, 'targets'> & { readonly targets: readonly Pick<CommandTarget, 'deviceId' | 'modelId'>[] },
): Promise<void> => {
  const targets = rule.targets.map(({ deviceId, modelId }) => ({ id: deviceId ?? 0, modelId }))
  // Not scoped: all rules of the project count, whoever wrote them.
  const path = loopThrough({ ...rule, targets }, await rulesOf(write.systemDb, projectId))
  if (path)
    throw new DomainError(
      'notHere',
      { reason: translate(ctx.locale, 'reasons.ruleLoop', { path: path.join(' → ') }) },
      'targetIds',
    )
}
