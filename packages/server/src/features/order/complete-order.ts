import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { attachFiles } from '../file/attach-files.ts'
import { transitionOrder } from './transition-order.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import { fileOwnerOf } from './order.rules.ts'
import { deviceIdsOf, saveDeviceResults } from './order.store.ts'
import { solveSources } from './sources.ts'
import { notifyAccounts } from './notify-accounts.ts'

/** Completes the work with a result per device, and solves the fault that the order was created from. */
export const completeOrder = (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.complete>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'complete',
    note: input.note,
    onBehalfReason: input.onBehalfReason,
    changes: (write) => ({
      complete_type: input.completeType,
      complete_note: input.note,
      complete_photos: input.photos ?? [],
      completed_by: ctx.actor.accountId,
      finished_at: write.at,
    }),
    check: async (write, order) => {
      const wanted = new Set(await deviceIdsOf(write.db, order.id))
      const reported = new Set(input.devices.map((device) => device.deviceId))
      const each = reported.size === input.devices.length && reported.size === wanted.size && reported.isSubsetOf(wanted)
      if (!each) refuseField(ctx, 'devices', 'eachDevice')
    },
    effects: async (write, order) => {
      const results = input.devices.map(({ deviceId, result, note }) => ({ device_id: deviceId, result, note: note ?? null }))
      await saveDeviceResults(write.db, order.id, results)
      await attachFiles(ctx, write, input.photos ?? [], fileOwnerOf(order))
      await solveSources(ctx, write, order, input)
      await notifyAccounts(ctx, write, kind, order, [order.created_by], 'orderCompleted', {
        who: ctx.actor.name,
        note: input.note,
      })
      return { completeType: [order.complete_type, input.completeType], devices: [null, input.devices] }
    },
  })
