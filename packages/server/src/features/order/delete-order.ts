import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { moveOrder } from './move-order.ts'
import { unlinkSources } from './sources.ts'

/** Deletes an order that nobody has received. The row stays (domain.md: orders are never deleted); its alarm and fault are free again. */
export const deleteOrder = async (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.del>,
): Promise<null> => {
  await moveOrder(ctx, kind, input.id, {
    action: 'del',
    changes: (write) => ({ deleted_at: write.at }),
    effects: async (write, order) => {
      await unlinkSources(ctx, write, order)
      return { deletedAt: [null, write.at.toISOString()] }
    },
  })
  return null
}
