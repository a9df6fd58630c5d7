import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transitionOrder } from './transition-order.ts'

/** Receives an order, as an assigned engineer or on behalf of one. */
export const receiveOrder = (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.receive>,
): Promise<{ id: number }> => transitionOrder(ctx, kind, input.id, { action: 'receive', onBehalfReason: input.onBehalfReason })
