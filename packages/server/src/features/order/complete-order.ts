import { orderKindFacts, type endpoints, type InputOf, type OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { refuseField } from '../../platform/refuse-field.ts'
import { attachFiles } from '../file/attach-files.ts'
import { assertComplete, assertResults, bindInstalled, saveResults } from './device-results.ts'
import { transitionOrder } from './transition-order.ts'
import { fileOwnerOf } from './order.rules.ts'
import { resultsOf } from './order.store.ts'
import { solveSources } from './sources.ts'
import { notifyAccounts } from './notify-accounts.ts'

/**
 * Completes the work with a result per device. A repair solves the fault that the order was created from, an installation binds
 * what was installed.
 */
export const completeOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.orderApp.complete>,
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
      if (!orderKindFacts[kind].completeTypes.includes(input.completeType)) refuseField(ctx, 'completeType', 'enum')
      await assertResults(ctx, write, kind, order, input.devices)
      await assertComplete(ctx, write, order, input.devices, input.completeType)
    },
    effects: async (write, order) => {
      if (input.devices.length > 0) await saveResults(write, order.id, input.devices)
      await attachFiles(ctx, write, input.photos ?? [], fileOwnerOf(order))
      if (kind === 'install') await bindInstalled(ctx, write, order)
      await solveSources(ctx, write, order, {
        completeType: input.completeType,
        note: input.note,
        devices: await resultsOf(write.db, order.id),
      })
      await notifyAccounts(ctx, write, kind, order, [order.created_by], 'orderCompleted', {
        who: ctx.actor.name,
        note: input.note,
      })
      return { completeType: [order.complete_type, input.completeType], devices: [null, input.devices] }
    },
  })
