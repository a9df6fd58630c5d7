import type { ProjectRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { maskedName } from '../../../platform/mask.ts'
import { accountName, fields, tracked } from '../../../platform/rows/columns.ts'
import { decidesAlone, devices, isAbove, openInstallOrders, openServiceOrders } from './project.facts.ts'
import { onTest } from './project.filter.ts'

// Only numbers about a project that the caller sees (project.facts.ts).
const gateways = sql<number>`(select count(*) from gateway where gateway.project_id = project.id and gateway.deleted_at is null)`
const openAlarms = sql<number>`(
  select count(*) from alarm where alarm.project_id = project.id and alarm.state in ('unconfirmed', 'confirmed'))`
const abnormal = sql<number>`(select count(*) from device
  where device.project_id = project.id and device.deleted_at is null
    and (not device.online or device.low_power
      or device.id in (select alarm.device_id from alarm
        where alarm.project_id = project.id and alarm.state in ('unconfirmed', 'confirmed'))
      or device.id in (select fault.device_id from fault where fault.project_id = project.id and fault.state <> 'solved')))`

/** Calendar days until the maintenance ends, in the project's time zone. */
export const remainingDays = (now: Date) =>
  sql<
    number | null
  >`((project.due_at at time zone project.time_zone)::date - (${now}::timestamptz at time zone project.time_zone)::date)`

const readAdmins = async ({ systemDb }: Ctx, ids: readonly number[]): Promise<Map<number, ProjectRow['admins']>> => {
  // Not scoped: everybody who sees a project may see the names of those who look after it.
  const rows = await systemDb
    .selectFrom('project_admin as link')
    .innerJoin('account', 'account.id', 'link.account_id')
    .select(['link.project_id', 'account.id', 'account.name'])
    .where('link.project_id', 'in', ids)
    .where('account.deleted_at', 'is', null)
    .orderBy('account.name')
    .orderBy('account.id')
    .execute()
  return Map.groupBy(
    rows.map(({ project_id, id, name }) => ({ project_id, id, name })),
    (row) => row.project_id,
  ) as Map<number, ProjectRow['admins']>
}

/** What only an application shows, in addition to the row. */
export interface Application {
  readonly appliedAt: string
  readonly applicant: string | null
  readonly decidedAt: string | null
  readonly decidedBy: string | null
  readonly rejectReason: string | null
}

/** Reads projects as lists show them, with their applications, in any order. */
export const readProjects = async (ctx: Ctx, ids: readonly number[]): Promise<(ProjectRow & Application)[]> => {
  if (ids.length === 0) return []
  const now = ctx.clock.now()
  const [rows, admins, alone] = await Promise.all([
    ctx.db
      .selectFrom('project')
      .innerJoin('project_type as type', 'type.id', 'project.type_id')
      .select(fields('project', ['id', 'code', 'name', 'typeId', 'customerId', 'companyId', 'status', 'audit', 'stopped']))
      .select(fields('project', ['stoppedReason', 'address', 'province', 'city', 'region', 'timeZone', 'dueAt']))
      .select(fields('project', ['maintenanceYears', 'inspectionCycleDays', 'maintenanceCycleDays']))
      .select(fields('project', ['appliedAt', 'decidedAt', 'rejectReason']))
      .select(['type.name_zh as typeNameZh', 'type.name_en as typeNameEn'])
      // Named whether or not the caller sees the company or the customer.
      .select([
        sql<string>`(select c.name from company c where c.id = project.company_id)`.as('companyName'),
        sql<string>`(select c.name from customer c where c.id = project.customer_id)`.as('customer_name'),
        sql<'person' | null>`(select c.type from customer c where c.id = project.customer_id)`.as('customer_type'),
      ])
      .select([devices.as('devices'), gateways.as('gateways'), abnormal.as('abnormal'), openAlarms.as('openAlarms')])
      .select([openInstallOrders.as('openInstallOrders'), openServiceOrders.as('openServiceOrders')])
      .select([onTest(now).as('onTest'), remainingDays(now).as('remainingDays')])
      .select([accountName('project.applied_by').as('applicant'), accountName('project.decided_by').as('decidedBy')])
      .select(['project.applicant_path', 'project.applied_by', 'project.applied_for'])
      .select(tracked('project'))
      .where('project.id', 'in', ids)
      .execute(),
    readAdmins(ctx, ids),
    decidesAlone(ctx.systemDb, ctx.actor, now),
  ])
  return rows.map(({ customer_name, customer_type, applicant_path, applied_by, applied_for, ...row }) => ({
    ...row,
    // A private person's name is masked for everybody, as in the list of customers.
    customerName: customer_type === 'person' ? maskedName(customer_name) : customer_name,
    joined: ctx.scope.kind === 'company' && (ctx.scope.joined?.some(({ id }) => id === row.id) ?? false),
    aboveApplicant: isAbove(ctx.actor, { applicant_path, applied_by, applied_for }, alone),
    admins: (admins.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}
