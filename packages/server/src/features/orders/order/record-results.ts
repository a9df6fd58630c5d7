import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { assertChecks, photosOf, recordChecks } from './order-checks.ts'
import { fileOwnerOf } from './order.rules.ts'
import { assertResults, devicePhotosOf, saveResults } from './device-results.ts'
import { transitionOrder } from './transition-order.ts'

/** Saves results of some devices and answers of the checklist during the work: a round through a large building takes days, and phones lose power. */
export const recordResults = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.orderApp.record>,
): Promise<{ id: number }> => {
  const { checks = [] } = input
  return transitionOrder(ctx, kind, input.id, {
    action: 'record',
    onBehalfReason: input.onBehalfReason,
    check: async (write, order) => {
      if (input.devices.length === 0 && checks.length === 0) refuseField(ctx, 'devices', 'required')
      await assertResults(ctx, write, kind, order, input.devices)
      await assertChecks(ctx, write, order, checks)
    },
    effects: async (write, order) => {
      if (input.devices.length > 0) await saveResults(write, order.id, input.devices)
      await recordChecks(write, order.id, checks)
      await attachFiles(ctx, write, [...devicePhotosOf(input.devices), ...photosOf(checks)], fileOwnerOf(order))
      return {
        ...(input.devices.length > 0 ? { devices: [null, input.devices] as const } : {}),
        ...(checks.length > 0 ? { checks: [null, checks] as const } : {}),
      }
    },
  })
}
