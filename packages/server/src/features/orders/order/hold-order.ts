import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'
import { notifyAccounts } from './notify-accounts.ts'
import { caretakersOf } from './order-audience.ts'
import { transitionOrder } from './transition-order.ts'

/** Puts an order on hold until a time, or until somebody resumes it. Its due time stays, so it may become overdue. */
export const holdOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  { id, reason, until }: InputOf<typeof endpoints.repairOrder.hold>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, id, {
    action: 'hold',
    note: reason,
    changes: (_write, order) => ({ held_from: order.status, hold_until: until ?? null, hold_reason: reason }),
    check: async (write) => assertFuture(ctx, 'until', until, write.at),
    effects: async (write, order) => {
      const people = [...order.engineers.map((engineer) => engineer.id), ...(await caretakersOf(write, kind, order, 'assign'))]
      await notifyAccounts(ctx, write, kind, order, people, 'orderHeld', { reason })
      return { holdUntil: [null, until ?? null] }
    },
  })
