import { type OrderKindName, type endpoints, type InputOf, DomainError, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseStale } from '../../../platform/versioned.ts'
import { assertEngineers } from './engineers.ts'
import { transitionOrder } from './transition-order.ts'
import { replaceEngineers } from './order.store.ts'
import { notifyAccounts, caretakersOf } from './order-audience.ts'
import { refusalText } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { startProject } from '../../sites/project/project-life.verbs.ts'

/** Assigns an order to engineers, or reassigns it. Allowed while they work on it, because somebody may fall ill or leave. */
export const assignOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.assign>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'assign',
    note: input.note,
    engineerIds: input.engineerIds,
    check: async (write, order) => {
      if (input.version !== undefined && order.version !== input.version)
        await refuseStale(write.systemDb, 'work_order', order.id)
      await assertEngineers(ctx, write, kind, input.engineerIds, order)
    },
    effects: async (write, order) => {
      await replaceEngineers(write.db, order.id, input.engineerIds)
      const params = { project: order.projectName, description: order.description }
      await notifyAccounts(ctx, write, kind, order, input.engineerIds, 'orderAssigned', params)
      const before = order.engineers.map((engineer) => engineer.id).filter((id) => !input.engineerIds.includes(id))
      await notifyAccounts(ctx, write, kind, order, before, 'orderTaken', { project: order.projectName })
      return { engineerIds: [order.engineers.map((engineer) => engineer.id), input.engineerIds] }
    },
  })

type AssignMany = typeof endpoints.repairOrder.assignMany

/** Whether the caller's last step of an order was this very assignment, so that the same request came twice. */
const isDone = async (ctx: Ctx, orderId: number, { engineerIds, note }: InputOf<AssignMany>): Promise<boolean> => {
  const last = await ctx.db
    .selectFrom('order_history')
    .select(['action', 'actor_id', 'engineer_ids', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    last?.action === 'assign' &&
    last.actor_id === ctx.actor.accountId &&
    last.note === (note ?? null) &&
    new Set(last.engineer_ids).symmetricDifference(new Set(engineerIds)).size === 0
  )
}

/**
 * Assigns several orders to the same engineers, each on its own: one that cannot be assigned does not prevent the others. A repeated
 * request changes nothing.
 */
export const assignOrders = async (ctx: Ctx, kind: OrderKindName, input: InputOf<AssignMany>): Promise<OutputOf<AssignMany>> => {
  const { ids, versions, engineerIds, note } = input
  if (versions && versions.length !== ids.length) refuseField(ctx, 'versions', 'required')
  const codes = await ctx.db.selectFrom('work_order').select(['id', 'code']).where('id', 'in', ids).execute()
  const codeOf = new Map(codes.map(({ id, code }) => [id, code]))
  const answers: OutputOf<AssignMany> = []
  for (const [index, id] of ids.entries()) {
    if (await isDone(ctx, id, input)) {
      answers.push({ id, code: codeOf.get(id) ?? String(id), problem: null })
      continue
    }
    const problem = await assignOrder(ctx, kind, {
      id,
      ...(versions && { version: versions[index] ?? 0 }),
      engineerIds,
      note,
    }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof DomainError) return refusalText(ctx, error)
        throw error
      },
    )
    answers.push({ id, code: codeOf.get(id) ?? String(id), problem })
  }
  return answers
}

/** Receives an order, as an assigned engineer or on behalf of one. The first installation order starts the project's installation. */
export const receiveOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.receive>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'receive',
    onBehalfReason: input.onBehalfReason,
    changes: (write, order) => ({ first_response_at: order.first_response_at ?? write.at }),
    effects: async (write, order) => {
      if (kind === 'install') await startProject(write, order.project_id)
    },
  })

/** Refuses an order. It then has nobody until it is assigned again. */
export const refuseOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.refuse>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'refuse',
    note: input.reason,
    // One reason serves both purposes.
    onBehalfReason: input.reason,
    changes: (write, order) => ({ first_response_at: order.first_response_at ?? write.at }),
    effects: async (write, order) => {
      await replaceEngineers(write.db, order.id, [])
      await notifyAccounts(ctx, write, kind, order, await caretakersOf(write, kind, order, 'assign'), 'orderRefused', {
        who: ctx.actor.name,
        reason: input.reason,
      })
      return { engineerIds: [order.engineers.map((engineer) => engineer.id), []] }
    },
  })
