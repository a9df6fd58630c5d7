import { orderStatus, type OrderKindName } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { plannedDescription } from '../../base/message/message.wording.ts'
import type { Write } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { checklistOf } from '../order-checklist/order-checklist.reads.ts'
import { orderKinds } from './order.rules.ts'

/** How many orders are created in one transaction. */
const plannedAtOnce = 500

export interface PlannedOrder {
  readonly id: number
  readonly kind: OrderKindName & ('inspect' | 'maintenance')
  readonly code: string
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
  readonly project: string
  readonly due_on: string
  readonly devices: number
}

/** All projects, those of one company, or one project. */
export interface PlannedFor {
  readonly companyId?: number
  readonly projectId?: number
}

/** Projects that may have plans; optionally of one company. */
export const projectsWithPlans = async (db: Kysely<Tables>, companyId?: number): Promise<{ id: number; companyId: number }[]> => {
  const rows = db
    .selectFrom('project')
    .select(['id', 'company_id as companyId'])
    .where('status', '=', 'maintenance')
    .where('audit', '=', 'approved')
    .where('stopped', '=', false)
    .where('deleted_at', 'is', null)
  return (companyId === undefined ? rows : rows.where('company_id', '=', companyId)).orderBy('id').execute()
}

/**
 * Creates the orders that plans have due, up to a limit, with one statement for orders, devices and history. For each project and kind,
 * days count from the start of maintenance in the project's time zone. The newest due day within `aheadDays` gets an order, unless it or a
 * later one has one. So work missed during downtime is covered by one order, a clock that jumped ahead leaves no gap, and a changed cycle
 * repeats nothing. A due day keeps its one order; a unique index ensures this.
 */
export const insertPlannedOrders = async (
  write: Write,
  { aheadDays, of }: { readonly aheadDays: number; readonly of: PlannedFor },
): Promise<PlannedOrder[]> => {
  const { systemDb, at } = write
  const { rows } = await sql<PlannedOrder>`
    with cycle as (
      select project.id, each.kind, each.days, each.prefix,
             each.description, (project.maintained_since at time zone project.time_zone)::date as since,
             least((${at}::timestamptz at time zone project.time_zone)::date + ${aheadDays}::integer,
                   (project.due_at at time zone project.time_zone)::date) as horizon
        from project
        cross join lateral (values
          ('inspect', project.inspection_cycle_days, ${orderKinds.inspect.prefix}, ${plannedDescription('inspect')}),
          ('maintenance', project.maintenance_cycle_days, ${orderKinds.maintenance.prefix}, ${plannedDescription('maintenance')}))
          as each (kind, days, prefix, description)
       where project.status = 'maintenance' and project.audit = 'approved' and not project.stopped and project.deleted_at is null
         and project.maintained_since is not null
         and (${of.companyId ?? null}::bigint is null or project.company_id = ${of.companyId ?? null}::bigint)
         and (${of.projectId ?? null}::bigint is null or project.id = ${of.projectId ?? null}::bigint)
         and exists (select from device where device.project_id = project.id and device.deleted_at is null)
    ), newest as (
      select cycle.*, since + (horizon - since) / days * days as due_on from cycle where horizon - since >= days
    ), due as (
      -- Only these are locked, and looked at again under the lock: one may have been stopped, or have changed hands. What is locked comes later.
      select newest.id, newest.kind, newest.prefix, newest.description, newest.due_on, project.type_id, project.company_id, project.path,
             project.customer_id, project.time_zone
        from newest join project on project.id = newest.id
       where project.status = 'maintenance' and project.audit = 'approved' and not project.stopped and project.deleted_at is null
         and not exists (select from work_order planned where planned.project_id = newest.id and planned.kind = newest.kind
                            and planned.plan_due_on between newest.due_on and newest.horizon)
       order by newest.id, newest.kind limit ${sql.lit(plannedAtOnce)} for share of project skip locked
    ), created as (
      insert into work_order (kind, code, company_id, path, customer_id, project_id, status, origin, description, plan_due_on, due_at,
                              created_at, updated_at, checklist)
      select kind, prefix || to_char(${at}::timestamptz at time zone time_zone, 'YYYYMMDD') || '-' || lpad(number::text, greatest(6, length(number::text)), '0'),
             company_id, path, customer_id, id, 'pending_assign', 'plan', description, due_on,
             (due_on + 1)::timestamp at time zone time_zone - interval '1 second', ${at}, ${at}, ${checklistOf(sql`numbered.kind`, sql`numbered.type_id`)}
        from (select due.*, nextval('order_code') as number from due) as numbered
      on conflict (project_id, kind, plan_due_on) where plan_due_on is not null do nothing
      returning id, kind, code, company_id, path, customer_id, project_id, plan_due_on
    ), listed as (
      insert into order_device (order_id, device_id)
      select created.id, device.id from created join device on device.project_id = created.project_id and device.deleted_at is null
      returning order_id
    ), remembered as (
      insert into order_history (order_id, action, to_status, at) select id, 'create', 'pending_assign', ${at} from created
    )
    select created.id, created.kind, created.code, created.company_id, created.path, created.customer_id,
           project.name as project, created.plan_due_on as due_on,
           (select count(*) from listed where listed.order_id = created.id) as devices
      from created join project on project.id = created.project_id
     order by created.id`.execute(systemDb) // the system's own job
  for (const order of rows) {
    const { name } = orderKinds[order.kind]
    const owner = { path: order.path, customerId: order.customer_id }
    const data = { code: order.code, kind: order.kind, status: orderStatus.unassigned }
    write.emit({ kind: 'order', change: 'create', objectId: order.id, owner, data })
    write.audit({
      action: `${name}.create`,
      object: { kind: name, id: order.id, name: order.code },
      owner: { companyId: order.company_id, path: order.path },
      changes: {
        status: [null, orderStatus.unassigned],
        origin: [null, 'plan'],
        project: [null, order.project],
        planDueOn: [null, order.due_on],
        deviceCount: [null, order.devices],
      },
    })
  }
  return rows
}
