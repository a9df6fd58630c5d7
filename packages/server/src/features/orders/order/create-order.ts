import type { endpoints, InputOf, OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture, refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { checklistForProject } from '../order-checklist/order-checklist.reads.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { assertEngineers } from './engineers.ts'
import { orderCode } from './order.kinds.ts'
import { assertSchedule, fileOwnerOf } from './order.rules.ts'
import { addProjectDevices, insertOrder, nextOrderNumber, replaceDevices, replaceEngineers, replaceSites } from './order.store.ts'
import { assertSites, projectForOrder } from './project-of-order.ts'
import { recordStep } from './record-step.ts'
import { assertSources, faultIdsOf, linkSources, originOf } from './sources.ts'
import { notifyAccounts } from './notify-accounts.ts'

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
      status: engineerIds.length > 0 ? ('pending_receive' as const) : ('pending_assign' as const),
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
