import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { moveOrder } from './move-order.ts'

/** Starts the work. Where the order lists sign addresses, an engineer must have signed in at one of them. */
export const startOrder = (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.start>,
): Promise<{ id: number }> => moveOrder(ctx, kind, input.id, { action: 'start', onBehalfReason: input.onBehalfReason })
