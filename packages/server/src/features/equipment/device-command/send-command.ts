import {
  DomainError,
  readParameters,
  type CommandsSent,
  type endpoints,
  type InputOf,
  type ParameterProblem,
} from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../../../platform/context.ts'
import { refusalText, texts, translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { deviceTargets, gatewayTarget, targetProblem, type CommandTarget } from './command-target.ts'
import type { Definition } from './command.store.ts'
import { definitionOf } from './definition-of.ts'
import { queueCommand, type QueuedCommand } from './queue-command.ts'

type Sent = typeof endpoints.sentCommand
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

/** Answers 422 with the problem of each parameter. */
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

type Order = Omit<QueuedCommand, 'target'>

/** What is to be sent, independent of the target. @throws precondition, invalidInput or reasonRequired at the wrong field */
const readOrder = async (
  ctx: Ctx,
  db: Write['db'],
  input: Omit<InputOf<Sent['send']>, 'deviceId' | 'gatewayId'>,
): Promise<Order> => {
  const definition = await definitionOf(db, input.commandId)
  const forbidden = senderProblem(ctx, definition)
  if (forbidden) refuse(ctx, forbidden, 'commandId')
  const { values, problems } = readParameters(definition.parameters, input.params ?? [])
  if (problems.length > 0) refuseParameters(ctx, definition, problems)
  if (definition.dangerous && !input.note) throw new DomainError('reasonRequired', {}, 'note')
  const model = await db
    .selectFrom('device_model')
    .select('resend_unanswered')
    .where('id', '=', definition.model_id)
    .executeTakeFirstOrThrow()
  return {
    definition,
    values,
    resendUnanswered: model.resend_unanswered,
    note: input.note,
    requestedFor: ctx.actor.issuer?.accountId ?? null,
  }
}

/**
 * Sends a command. It is stored and goes out within moments; this does not wait for the gateway.
 * @throws precondition with why nothing can be sent, invalidInput for its parameters, reasonRequired for a dangerous one without a note
 */
export const sendCommand = (ctx: Ctx, input: InputOf<Sent['send']>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const target = await findTarget(ctx, write.db, input)
    const order = await readOrder(ctx, write.db, input)
    const unsendable = targetProblem(target)
    if (unsendable) refuse(ctx, unsendable, 'deviceId')
    const { definition } = order
    if (definition.model_id !== target.modelId) refuse(ctx, 'commandForeignModel', 'commandId')
    const sent = await queueCommand(write, { ...order, target })
    if (sent === 'open') return refuse(ctx, 'commandOpen', 'commandId')
    if (sent === 'unfit') return refuseParameters(ctx, definition, [{ name: definition.code, rule: 'type' }])
    return { id: sent }
  })

/** Sends one command to several devices, each in its own write: a problem with one is reported and does not stop the others. */
export const sendCommands = async (ctx: Ctx, { deviceIds, ...input }: InputOf<Sent['sendMany']>): Promise<CommandsSent> => {
  // Problems of the command itself are reported once, at their field.
  await readOrder(ctx, ctx.db, input)
  const results: CommandsSent = []
  for (const deviceId of deviceIds) {
    try {
      await sendCommand(ctx, { ...input, deviceId })
      results.push({ id: deviceId, done: true, msg: '' })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      results.push({ id: deviceId, done: false, msg: refusalText(ctx, error) })
    }
  }
  return results
}
