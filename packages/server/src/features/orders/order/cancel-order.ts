import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { notifyAccounts } from './notify-accounts.ts'
import { unlinkSources } from './sources.ts'
import { transitionOrder } from './transition-order.ts'

/** Closes an order without its work. Its alarm, faults and feedback are open again and may get another order. */
export const cancelOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  { id, reason }: InputOf<typeof endpoints.repairOrder.cancel>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, id, {
    action: 'cancel',
    note: reason,
    changes: () => ({ held_from: null, hold_until: null, hold_reason: null }),
    effects: async (write, order) => {
      await unlinkSources(ctx, write, order)
      const people = [...order.engineers.map((engineer) => engineer.id), order.created_by]
      await notifyAccounts(ctx, write, kind, order, people, 'orderCancelled', { reason })
    },
  })
