import { orderStatus, type endpoints, type InputOf, type OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture, refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { checklistForProject } from '../order-checklist/order-checklist.reads.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { assertEngineers } from './engineers.ts'
import { orderCode, assertSchedule, fileOwnerOf } from './order.rules.ts'
import {
  addProjectDevices,
  insertOrder,
  nextOrderNumber,
  replaceDevices,
  replaceEngineers,
  replaceSites,
  deviceIdsOf,
  siteIdsOf,
} from './order.store.ts'
import { assertSites, projectForOrder, assertCovered } from './project-of-order.ts'
import { recordStep, transitionOrder } from './transition-order.ts'
import { assertSources, faultIdsOf, linkSources, originOf, unlinkSources } from './sources.ts'
import { notifyAccounts } from './order-audience.ts'
import { changesBetween } from '../../../platform/audit.ts'
import { refuseStale } from '../../../platform/versioned.ts'
import { instantText } from '../../../platform/i18n.ts'

/**
 * Creates an order for an approved project, or for devices of one. It belongs to the project's company. With engineers named, it waits for
 * one of them to receive it. An inspection or maintenance order without devices covers the whole project.
 */
export const createOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.create> & { readonly faultIds?: readonly number[] },
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const { deviceIds = [], siteIds = [], engineerIds = [], photos = [] } = input
    const faultIds = faultIdsOf(input)
    assertFuture(ctx, 'dueAt', input.dueAt, write.at)
    assertSchedule(ctx, input)
    const project = await projectForOrder(ctx, write, kind, input)
    await assertSites(ctx, write.db, siteIds, project.id)
    await assertSources(ctx, write, input, project.id)
    await assertEngineers(ctx, write, kind, engineerIds, { ...project, timeZone: project.time_zone })

    const by = ctx.actor.accountId
    const row = {
      kind,
      code: orderCode(kind, write.at, project.time_zone, await nextOrderNumber(write.db)),
      company_id: project.company_id,
      path: project.path,
      customer_id: project.customer_id,
      project_id: project.id,
      status: engineerIds.length > 0 ? orderStatus.assigned : orderStatus.unassigned,
      origin: originOf(input, ctx.actor),
      priority: input.priority,
      description: input.description,
      alarm_id: input.alarmId ?? null,
      fault_id: faultIds[0] ?? null,
      feedback_id: input.feedbackId ?? null,
      source_order_id: input.sourceOrderId ?? null,
      scheduled_from: input.scheduledFrom ?? null,
      scheduled_to: input.scheduledTo ?? null,
      due_at: input.dueAt ?? null,
      checklist: JSON.stringify(await checklistForProject(write.db, kind, project.id)),
      photos,
    }
    const id = await insertOrder(write.db, { ...row, created_at: write.at, created_by: by, updated_at: write.at, updated_by: by })
    const order = { ...row, id }
    // Faults of a gateway itself have no device.
    const named = deviceIds.length > 0 || kind === 'install' || faultIds.length > 0
    if (named) await replaceDevices(write.db, id, deviceIds)
    const covered = named ? deviceIds.length : await addProjectDevices(write.db, id, project.id, input.modelIds ?? [])
    if (covered === 0 && kind !== 'install' && faultIds.length === 0) refuseField(ctx, 'deviceIds', 'noDevices')
    await replaceSites(write.db, id, siteIds)
    await replaceEngineers(write.db, id, engineerIds)
    await linkSources(ctx, write, order, faultIds)
    await attachFiles(ctx, write, photos, fileOwnerOf(order))
    await recordStep(ctx, write, kind, order, {
      action: 'create',
      from: null,
      to: row.status,
      engineerIds,
      onBehalf: false,
      changes: {
        origin: [null, row.origin],
        project: [null, project.name],
        priority: [null, row.priority],
        description: [null, row.description],
        ...(named ? { deviceIds: [null, deviceIds] } : { deviceCount: [null, covered] }),
        ...(engineerIds.length > 0 ? { engineerIds: [null, engineerIds] } : {}),
      },
    })
    await notifyAccounts(ctx, write, kind, order, engineerIds, 'orderAssigned', {
      project: project.name,
      description: row.description,
    })
    return { id }
  })

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

/** Changes the dates of an order, whoever works on it. The history records why, and the engineers are notified. */
export const rescheduleOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.reschedule>,
): Promise<{ id: number }> => {
  const changes = {
    scheduled_from: input.scheduledFrom ?? null,
    scheduled_to: input.scheduledTo ?? null,
    due_at: input.dueAt ?? null,
  }
  return transitionOrder(ctx, kind, input.id, {
    action: 'reschedule',
    note: input.note,
    changes: () => changes,
    check: async (write, order) => {
      if (order.version !== input.version) await refuseStale(write.systemDb, 'work_order', order.id)
      assertFuture(ctx, 'dueAt', input.dueAt, write.at, order.due_at)
      assertSchedule(ctx, input)
    },
    effects: async (write, order) => {
      const shown = (at: string | null) => (at === null ? '—' : instantText(at, order.timeZone))
      const engineers = order.engineers.map((engineer) => engineer.id)
      await notifyAccounts(ctx, write, kind, order, engineers, 'orderRescheduled', {
        project: order.projectName,
        from: shown(changes.scheduled_from),
        due: shown(changes.due_at),
        note: input.note,
      })
      return changesBetween({ ...order }, changes)
    },
  })
}

/** Closes an order without its work. Its alarm, faults and feedback are open again and may get another order. */
export const cancelOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  { id, reason }: InputOf<typeof endpoints.repairOrder.cancel>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, id, {
    action: 'cancel',
    note: reason,
    changes: () => ({ held_from: null, hold_until: null, hold_reason: null }),
    effects: async (write, order) => {
      await unlinkSources(ctx, write, order)
      const people = [...order.engineers.map((engineer) => engineer.id), order.created_by]
      await notifyAccounts(ctx, write, kind, order, people, 'orderCancelled', { reason })
    },
  })

/** Deletes an order that nobody has received. The row stays (domain.md: orders are never deleted). Its alarm and fault are released. */
export const removeOrder = async (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.remove>,
): Promise<null> => {
  await transitionOrder(ctx, kind, input.id, {
    action: 'del',
    changes: (write) => ({ deleted_at: write.at }),
    effects: async (write, order) => {
      await unlinkSources(ctx, write, order)
      const engineers = order.engineers.map((engineer) => engineer.id)
      await notifyAccounts(ctx, write, kind, order, engineers, 'orderTaken', { project: order.projectName }, null)
      return { deletedAt: [null, write.at.toISOString()] }
    },
  })
  return null
}
