import type { OrderKindName, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionOrder } from './transition-order.ts'

/** Starts the work. If the order lists sign addresses, an engineer must have signed in at one of them. */
export const startOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.start>,
): Promise<{ id: number }> => transitionOrder(ctx, kind, input.id, { action: 'start', onBehalfReason: input.onBehalfReason })
