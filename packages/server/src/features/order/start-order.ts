import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { moveOrder } from './move-order.ts'

/** Starts the work. An engineer must have signed in at the order's sign addresses. */
export const startOrder = (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.start>,
): Promise<{ id: number }> => moveOrder(ctx, kind, input.id, { action: 'start' })
