import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture, refuseField } from '../../../platform/refuse-field.ts'
import { refuseStale } from '../../../platform/versioned.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { transitionOrder } from './transition-order.ts'
import { assertSchedule, fileOwnerOf } from './order.rules.ts'
import { deviceIdsOf, replaceDevices, replaceSites, siteIdsOf } from './order.store.ts'
import { assertCovered, assertSites } from './project-of-order.ts'

/** Edits an order that nobody has received. It stays with its project. Fields left out are cleared, except for the devices. */
export const editOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.edit>,
): Promise<{ id: number }> => {
  const { deviceIds, siteIds = [] } = input
  const changes = {
    priority: input.priority,
    description: input.description,
    scheduled_from: input.scheduledFrom ?? null,
    scheduled_to: input.scheduledTo ?? null,
    due_at: input.dueAt ?? null,
    photos: input.photos ?? [],
  }
  return transitionOrder(ctx, kind, input.id, {
    action: 'edit',
    changes: () => changes,
    check: async (write, order) => {
      if (order.version !== input.version) await refuseStale(write.systemDb, 'work_order', order.id)
      assertFuture(ctx, 'dueAt', input.dueAt, write.at, order.due_at)
      assertSchedule(ctx, input)
      if (deviceIds?.length === 0 && kind !== 'install') refuseField(ctx, 'deviceIds', 'noDevices')
      if (deviceIds) await assertCovered(ctx, write.db, kind, deviceIds, order.project_id)
      await assertSites(ctx, write.db, siteIds, order.project_id)
    },
    effects: async (write, order) => {
      const devicesBefore = deviceIds ? await deviceIdsOf(write.db, order.id) : []
      const before = { ...order, deviceIds: devicesBefore, siteIds: await siteIdsOf(write.db, order.id) }
      if (deviceIds) await replaceDevices(write.db, order.id, deviceIds)
      await replaceSites(write.db, order.id, siteIds)
      await attachFiles(ctx, write, changes.photos, fileOwnerOf(order))
      const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
      return changesBetween(before, { ...changes, deviceIds: sorted(deviceIds ?? []), siteIds: sorted(siteIds) })
    },
  })
}
