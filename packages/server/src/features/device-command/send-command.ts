import { DomainError, readParameters, type endpoints, type InputOf, type ParameterProblem } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../../platform/context.ts'
import { texts, translate } from '../../platform/i18n.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { deviceTargets, gatewayTarget, targetProblem, type CommandTarget } from './command-target.ts'
import { lockDefinition, type Definition } from './command.store.ts'
import { queueCommand } from './queue-command.ts'

type Input = InputOf<typeof endpoints.sentCommand.send>
type Reason = keyof SharedTexts['reasons']

const refuse = (ctx: Ctx, reason: Reason, field?: string): never => {
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
}

/** Why somebody may not send a command. The system may send any: a rule was checked when a person saved it. */
export const senderProblem = (
  { actor }: Pick<Ctx, 'actor'>,
  { enabled, sender_types: types, sender_level: level }: Definition,
): Reason | undefined => {
  if (!enabled) return 'commandDisabled'
  if (actor.accountType === 'system') return undefined
  const isUnfit =
    (types.length > 0 && !(types as readonly string[]).includes(actor.accountType)) || (level !== null && actor.level > level)
  return isUnfit ? 'commandNotForYou' : undefined
}

/** Answers 422 with what is wrong with each parameter. */
export const refuseParameters = (ctx: Ctx, { parameters }: Definition, problems: readonly ParameterProblem[]): never => {
  const labels = new Map(parameters.map(({ name, label }) => [name, label ?? name]))
  const { rules } = texts[ctx.locale]
  const fields = problems.map(
    ({ name, rule, limit }) => `${labels.get(name) ?? name}: ${rules[rule].replace('{{limit}}', String(limit ?? ''))}`,
  )
  throw new DomainError('invalidInput', { fields: fields.join(ctx.locale === 'zh' ? '；' : '; ') }, 'params')
}

/** The device or gateway that is meant: exactly one. */
export const findTarget = async (
  ctx: Ctx,
  db: Write['db'],
  { deviceId, gatewayId }: { readonly deviceId?: number; readonly gatewayId?: number },
): Promise<CommandTarget> => {
  if ((deviceId === undefined) === (gatewayId === undefined)) return refuse(ctx, 'commandTarget', 'deviceId')
  const target = deviceId === undefined ? await gatewayTarget(db, gatewayId ?? 0) : (await deviceTargets(db, [deviceId]))[0]
  if (!target) throw new DomainError('notFound', {}, deviceId === undefined ? 'gatewayId' : 'deviceId')
  return target
}

/**
 * Sends a command. It is stored and goes out within moments; nothing waits for the gateway here.
 * @throws precondition with why nothing can be sent, invalidInput for its parameters, reasonRequired for a dangerous one without a note
 */
export const sendCommand = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const definition = await lockDefinition(write.db, input.commandId)
    if (!definition) throw new DomainError('notFound', {}, 'commandId')
    const target = await findTarget(ctx, write.db, input)
    const unsendable = targetProblem(target)
    if (unsendable) refuse(ctx, unsendable, 'deviceId')
    if (definition.model_id !== target.modelId) refuse(ctx, 'commandForeignModel', 'commandId')
    const forbidden = senderProblem(ctx, definition)
    if (forbidden) refuse(ctx, forbidden, 'commandId')
    const { values, problems } = readParameters(definition.parameters, input.params ?? [])
    if (problems.length > 0) refuseParameters(ctx, definition, problems)
    if (definition.dangerous && !input.note) throw new DomainError('reasonRequired', {}, 'note')
    const model = await write.db
      .selectFrom('device_model')
      .select('resend_unanswered')
      .where('id', '=', definition.model_id)
      .executeTakeFirstOrThrow()
    const sent = await queueCommand(write, {
      definition,
      target,
      values,
      resendUnanswered: model.resend_unanswered,
      note: input.note,
      requestedFor: ctx.actor.issuer?.accountId ?? null,
    })
    if (sent === 'open') return refuse(ctx, 'commandOpen', 'commandId')
    if (sent === 'unfit') return refuseParameters(ctx, definition, [{ name: definition.code, rule: 'type' }])
    return { id: sent }
  })
