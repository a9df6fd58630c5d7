import {
  DomainError,
  readParameters,
  type CommandsSent,
  type endpoints,
  type InputOf,
  type ParameterProblem,
  openCommandStates,
} from '@emberwatch/contract'
import { type Kysely, sql } from 'kysely'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Tables } from '../../../tables/index.ts'
import { lockDefinition, type Definition, lockCommand, type StoredCommand } from './command.store.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refusalText, texts, translate } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { deviceTargets, gatewayTarget, targetProblem, type CommandTarget } from './command-target.ts'
import { queueCommand, type QueuedCommand, connectMs, lifeMs } from './queue-command.ts'
import { isSecondPerson } from '../../base/access/access.rules.ts'
import { stepCommand } from './step-command.ts'

/** A command's definition, locked until the write ends. @throws notFound */
export const definitionOf = async (db: Kysely<Tables>, id: number): Promise<Definition> => {
  const definition = await lockDefinition(db, id)
  if (!definition) throw new DomainError('notFound', {}, 'commandId')
  return definition
}

type Sent = typeof endpoints.sentCommand
const refuse = (ctx: Ctx, reason: ReasonName, field?: string): never => {
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
}

/** Why somebody may not send a command. The system may send any: a rule was checked when a person saved it. */
export const senderProblem = (
  { actor }: Pick<Ctx, 'actor'>,
  { enabled, sender_types: types, sender_level: level }: Definition,
): ReasonName | undefined => {
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
  const problem = senderProblem(ctx, definition)
  if (problem) refuse(ctx, problem, 'commandId')
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

/** The approver must be neither the requester's account nor a person who has signed in as the requester. */
const assertSomebodyElse = (ctx: Ctx, { requested_by, requested_for }: StoredCommand): void => {
  if (isSecondPerson(ctx.actor, [requested_by, requested_for])) return
  throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.secondPerson') })
}

/**
 * A second person decides about a dangerous command. Once approved it is sent, so its time starts now.
 * @throws precondition for one's own command, or if the device can no longer be reached; reasonRequired to deny; wrongState
 */
export const approveCommand = (ctx: Ctx, input: InputOf<typeof endpoints.sentCommand.approve>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const command = await lockCommand(write.db, input.id)
    if (!command) throw new DomainError('notFound', {}, 'id')
    const { id, device_id, gateway_id } = command
    assertSomebodyElse(ctx, command)
    const decided = { decided_by: write.by, decided_at: write.at }
    if (!input.agree) {
      if (!input.reason) throw new DomainError('reasonRequired', {}, 'reason')
      await stepCommand(ctx, write, command, {
        action: 'deny',
        changes: { ...decided, reply_message: input.reason },
        note: input.reason,
      })
      return { id }
    }
    const target =
      device_id === null ? await gatewayTarget(write.db, gateway_id) : (await deviceTargets(write.db, [device_id]))[0]
    const problem = target ? targetProblem(target) : 'commandDeviceOff'
    if (problem && command.state === 'waitingApproval')
      throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${problem}`) })
    const expires = write.at.getTime() + lifeMs(command)
    await stepCommand(ctx, write, command, {
      action: 'approve',
      changes: {
        ...decided,
        expires_at: new Date(expires),
        due_at: new Date(Math.min(expires, write.at.getTime() + connectMs)),
      },
      note: input.reason,
    })
    return { id }
  })

/** Withdraws a command that has not been sent yet. @throws wrongState once it has */
export const cancelCommand = (ctx: Ctx, { id }: InputOf<typeof endpoints.sentCommand.cancel>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const command = await lockCommand(write.db, id)
    if (!command) throw new DomainError('notFound', {}, 'id')
    await stepCommand(ctx, write, command, { action: 'cancel', changes: { decided_by: write.by, decided_at: write.at } })
    return { id }
  })

const batchRows = 5_000

/** Deletes commands requested before a time, except those still under way. */
export const deleteOldCommands = async (db: Kysely<Tables>, before: Date): Promise<number> => {
  let deleted = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from sent_command where id in (
        select id from sent_command where created_at < ${before} and state <> all(${[...openCommandStates]}::text[])
         order by created_at limit ${sql.lit(batchRows)})`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < batchRows) return deleted
  }
}
