import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { moveOrder } from './move-order.ts'
import { replaceEngineers } from './order.store.ts'
import { tell } from './tell.ts'

/** Refuses an order: it waits to be assigned anew, to nobody until then. */
export const refuseOrder = (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.refuse>,
): Promise<{ id: number }> =>
  moveOrder(ctx, kind, input.id, {
    action: 'refuse',
    note: input.reason,
    // One reason says both.
    onBehalfReason: input.reason,
    effects: async (write, order) => {
      await replaceEngineers(write.db, order.id, [])
      await tell(ctx, write, kind, order, [order.created_by], 'orderRefused', { who: ctx.actor.name, reason: input.reason })
      return { engineerIds: [order.engineers.map((engineer) => engineer.id), []] }
    },
  })
