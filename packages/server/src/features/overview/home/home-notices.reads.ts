import type { endpoints, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isOpen, isOverdue } from '../../orders/order/order.filter.ts'
import { kindsOf } from './home-orders.reads.ts'

type Notices = OutputOf<typeof endpoints.home.notices>

const shown = 10

const openFaults = async (ctx: Ctx): Promise<Notices['faults']> => {
  if (!ctx.actor.operations.has('fault:view')) return null
  const open = ctx.db
    .selectFrom('fault')
    .where(sql<boolean>`fault.state <> 'solved'`)
    .where('fault.test', '=', false)
  const [list, { total }] = await Promise.all([
    open
      .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
      .select([
        'fault.id',
        'type.name_zh as typeNameZh',
        'type.name_en as typeNameEn',
        'fault.state',
        'fault.first_at as firstAt',
      ])
      .select([
        sql<string | null>`(select name from project where project.id = fault.project_id)`.as('projectName'),
        // Null for a device that has left: its present name is not for those who see the fault.
        sql<string | null>`(select device.name from device where device.id = fault.device_id
          and coalesce(device.project_id = fault.project_id, device.path = fault.path))`.as('deviceName'),
        sql<string>`coalesce((select time_zone from project where project.id = fault.project_id),
          (select time_zone from company where company.id = fault.company_id))`.as('timeZone'),
      ])
      .orderBy('fault.first_at', 'desc')
      .orderBy('fault.id', 'desc')
      .limit(shown)
      .execute(),
    open.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { list, total }
}

const openOrders = async (ctx: Ctx): Promise<Notices['orders']> => {
  const kinds = kindsOf(ctx)
  if (kinds.length === 0) return null
  const open = ctx.db
    .selectFrom('work_order')
    .where('work_order.kind', 'in', kinds)
    .where(isOpen)
    .where('work_order.deleted_at', 'is', null)
  const [list, { total }] = await Promise.all([
    open
      .select(['work_order.id', 'work_order.kind', 'work_order.code', 'work_order.status', 'work_order.due_at as dueAt'])
      .select([
        sql<string | null>`(select name from project where project.id = work_order.project_id)`.as('projectName'),
        sql<boolean>`coalesce(${isOverdue(ctx.clock.now())}, false)`.as('overdue'),
      ])
      .orderBy(sql`work_order.due_at asc nulls last`)
      .orderBy('work_order.id', 'desc')
      .limit(shown)
      .execute(),
    open.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { list, total }
}

/** Faults and orders that need attention, besides alarms. */
export const homeNotices = async (ctx: Ctx): Promise<Notices> => {
  const [faults, orders] = await Promise.all([openFaults(ctx), openOrders(ctx)])
  return { faults, orders }
}
