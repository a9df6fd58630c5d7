import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { moveOrder } from './move-order.ts'

/** Receives an order, as an assigned engineer or on behalf of one. */
export const receiveOrder = (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.receive>,
): Promise<{ id: number }> => moveOrder(ctx, kind, input.id, { action: 'receive', onBehalfReason: input.onBehalfReason })
