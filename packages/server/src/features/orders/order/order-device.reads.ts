import {
  closedOrderStatuses,
  DomainError,
  type endpoints,
  type InputOf,
  type OrderKindName,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/**
 * Looks a device up for an order (specification section 5). It must be in the caller's scope: for an installation in stock or in the named
 * project, otherwise in a project, the named one if there is one.
 * @throws deviceMissing, alike for a foreign and a missing device; deviceInStock; deviceElsewhere
 */
export const findOrderDevice = async (
  ctx: Ctx,
  kind: OrderKindName,
  { code, projectId }: InputOf<typeof endpoints.repairOrder.device>,
): Promise<OutputOf<typeof endpoints.repairOrder.device>> => {
  const device = await ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .leftJoin('project', (join) => join.onRef('project.id', '=', 'device.project_id').on('project.deleted_at', 'is', null))
    .select(['device.id', 'device.code', 'device.name', 'model.name as modelName', 'device.room_number as roomNumber'])
    .select(['project.id as projectId', 'project.name as projectName'])
    .where(sql<boolean>`lower(device.code) = lower(${code})`)
    .where('device.deleted_at', 'is', null)
    .where('device.scrapped_at', 'is', null)
    .executeTakeFirst()
  if (!device) throw new DomainError('deviceMissing', {}, 'code')
  const { projectId: at, projectName: project } = device
  if (kind !== 'install' && at === null) throw new DomainError('deviceInStock', { devices: [device.code] }, 'code')
  if (kind === 'install' && at !== null && at !== projectId)
    throw new DomainError('deviceElsewhere', { device: device.code, project: project ?? '' }, 'code')
  const open = await ctx.db
    .selectFrom('work_order')
    .innerJoin('order_device', 'order_device.order_id', 'work_order.id')
    .select('work_order.code')
    .where('order_device.device_id', '=', device.id)
    .where('work_order.kind', '=', kind)
    .where('work_order.status', 'not in', [...closedOrderStatuses])
    .where('work_order.deleted_at', 'is', null)
    .orderBy('work_order.id', 'desc')
    .executeTakeFirst()
  return { ...device, openOrderCode: open?.code ?? null }
}
