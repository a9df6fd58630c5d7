import { DomainError, type endpoints, type InputOf, type OrderKindName, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { errorText } from '../../platform/i18n.ts'
import { assignOrder } from './assign-order.ts'

type AssignMany = typeof endpoints.repairOrder.assignMany

/** Assigns several orders to the same engineers, each by itself: one that cannot be assigned does not keep the others back. */
export const assignOrders = async (
  ctx: Ctx,
  kind: OrderKindName,
  { ids, engineerIds, note }: InputOf<AssignMany>,
): Promise<OutputOf<AssignMany>> => {
  const codes = await ctx.db.selectFrom('work_order').select(['id', 'code']).where('id', 'in', ids).execute()
  const codeOf = new Map(codes.map(({ id, code }) => [id, code]))
  const answers: OutputOf<AssignMany> = []
  for (const id of ids) {
    const problem = await assignOrder(ctx, kind, { id, engineerIds, note }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof DomainError) return errorText(ctx.locale, error.reason, error.params)
        throw error
      },
    )
    answers.push({ id, code: codeOf.get(id) ?? String(id), problem })
  }
  return answers
}
