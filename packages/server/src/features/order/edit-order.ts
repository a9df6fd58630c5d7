import type { BuiltOrderKind, endpoints, InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { assertFuture, refuseField } from '../../platform/refuse-field.ts'
import { refuseStale } from '../../platform/versioned.ts'
import { attachFiles } from '../file/attach-files.ts'
import { transitionOrder } from './transition-order.ts'
import { fileOwnerOf } from './order.rules.ts'
import { deviceIdsOf, replaceDevices, replaceSites, siteIdsOf } from './order.store.ts'
import { assertSites, projectOfDevices } from './project-of-order.ts'

/** Edits an order that nobody has received. It stays with its project. Fields left out of the form are cleared. */
export const editOrder = (
  ctx: Ctx,
  kind: BuiltOrderKind,
  input: InputOf<typeof endpoints.repairOrder.edit>,
): Promise<{ id: number }> => {
  const { deviceIds, siteIds = [] } = input
  const changes = {
    priority: input.priority,
    description: input.description,
    due_at: input.dueAt ?? null,
    photos: input.photos ?? [],
  }
  return transitionOrder(ctx, kind, input.id, {
    action: 'edit',
    changes: () => changes,
    check: async (write, order) => {
      if (order.version !== input.version) await refuseStale(write.systemDb, 'work_order', order.id)
      assertFuture(ctx, 'dueAt', input.dueAt, write.at, order.due_at)
      const project = await projectOfDevices(ctx, write.db, deviceIds)
      if (project.id !== order.project_id) refuseField(ctx, 'deviceIds', 'sameProject')
      await assertSites(ctx, write.db, siteIds, project.id)
    },
    effects: async (write, order) => {
      const before = { ...order, deviceIds: await deviceIdsOf(write.db, order.id), siteIds: await siteIdsOf(write.db, order.id) }
      await replaceDevices(write.db, order.id, deviceIds)
      await replaceSites(write.db, order.id, siteIds)
      await attachFiles(ctx, write, changes.photos, fileOwnerOf(order))
      const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
      return changesBetween(before, { ...changes, deviceIds: sorted(deviceIds), siteIds: sorted(siteIds) })
    },
  })
}
