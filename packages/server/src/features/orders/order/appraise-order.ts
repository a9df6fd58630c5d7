import type { OrderKindName, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionOrder } from './transition-order.ts'

/** Rates the work, which ends the order. */
export const appraiseOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.appraise>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'appraise',
    note: input.note,
    changes: () => ({ rating: input.rating, appraisal: input.note ?? null }),
    effects: async () => ({ rating: [null, input.rating] }),
  })
