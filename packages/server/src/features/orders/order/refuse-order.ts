import type { OrderKindName, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionOrder } from './transition-order.ts'
import { replaceEngineers } from './order.store.ts'
import { notifyAccounts } from './notify-accounts.ts'
import { caretakersOf } from './order-audience.ts'

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
