import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

/**
 * Looks a device up for a repair order (specification section 5). It must exist, in the caller's scope and in a project.
 * @throws deviceMissing, the same for a foreign device and a missing one
 */
export const findRepairDevice = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.repairOrder.device>,
): Promise<OutputOf<typeof endpoints.repairOrder.device>> => {
  const device = await ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .innerJoin('project', 'project.id', 'device.project_id')
    .select(['device.id', 'device.code', 'device.name', 'model.name as modelName', 'device.room_number as roomNumber'])
    .select(['project.id as projectId', 'project.name as projectName'])
    .where(sql<boolean>`lower(device.code) = lower(${input.code})`)
    .where('device.deleted_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!device) throw new DomainError('deviceMissing', {}, 'code')
  const open = await ctx.db
    .selectFrom('work_order')
    .innerJoin('order_device', 'order_device.order_id', 'work_order.id')
    .select('work_order.code')
    .where('order_device.device_id', '=', device.id)
    .where('work_order.kind', '=', 'repair')
    .where('work_order.status', '<>', 'complete')
    .where('work_order.deleted_at', 'is', null)
    .orderBy('work_order.id', 'desc')
    .executeTakeFirst()
  return { ...device, openOrderCode: open?.code ?? null }
}
