import { DomainError, type endpoints, type InputOf, type OrderKindName, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refusalText } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { assignOrder } from './assign-order.ts'

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
