import type { OrderKindName, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { notifyAccounts } from './notify-accounts.ts'
import { transitionOrder } from './transition-order.ts'
import { unlinkSources } from './sources.ts'

/** Deletes an order that nobody has received. The row stays (domain.md: orders are never deleted). Its alarm and fault are released. */
export const deleteOrder = async (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.del>,
): Promise<null> => {
  await transitionOrder(ctx, kind, input.id, {
    action: 'del',
    changes: (write) => ({ deleted_at: write.at }),
    effects: async (write, order) => {
      await unlinkSources(ctx, write, order)
      const engineers = order.engineers.map((engineer) => engineer.id)
      await notifyAccounts(ctx, write, kind, order, engineers, 'orderTaken', { project: order.projectName }, null)
      return { deletedAt: [null, write.at.toISOString()] }
    },
  })
  return null
}
