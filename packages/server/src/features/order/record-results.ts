import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { assertResults, saveResults } from './device-results.ts'
import { transitionOrder } from './transition-order.ts'

/** Saves results of some devices while the work goes on: a round through a large building takes days, and phones lose power. */
export const recordResults = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.orderApp.record>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'record',
    onBehalfReason: input.onBehalfReason,
    check: (write, order) => assertResults(ctx, write, kind, order, input.devices),
    effects: async (write, order) => {
      await saveResults(write, order.id, input.devices)
      return { devices: [null, input.devices] }
    },
  })
