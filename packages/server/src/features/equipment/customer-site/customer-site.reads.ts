import type { CustomerDeviceRow, CustomerProjectRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { shownStatus } from '../../../tables/device-status.ts'

type Sites = typeof endpoints.customerSite

// Deliberately not scoped: only the number of devices of a project that the caller sees.
const devices = sql<number>`(select count(*) from device where device.project_id = project.id and device.deleted_at is null)`
const openAlarms = sql<number>`(
  select count(*) from alarm where alarm.project_id = project.id and alarm.state in ('unconfirmed', 'confirmed'))`

const readProjects = (ctx: Ctx, ids: readonly number[]): Promise<CustomerProjectRow[]> =>
  ctx.db
    .selectFrom('project')
    .innerJoin('company', 'company.id', 'project.company_id')
    .select([
      'project.id',
      'project.code',
      'project.name',
      'project.status',
      'project.stopped',
      'project.address',
      'company.id as companyId',
      'company.name as companyName',
      devices.as('devices'),
      openAlarms.as('openAlarms'),
      'project.due_at as dueAt',
      'project.created_at as createdAt',
    ])
    .where('project.id', 'in', ids)
    .execute()

/** A customer's projects in the caller's scope. */
export const projectsOfCustomer = (ctx: Ctx, input: InputOf<Sites['projects']>): Promise<OutputOf<Sites['projects']>> => {
  let rows = ctx.db
    .selectFrom('project')
    .where('project.customer_id', '=', input.customerId)
    .where('project.deleted_at', 'is', null)
  if (input.status) rows = rows.where('project.status', '=', input.status)
  if (input.startTime) rows = rows.where('project.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('project.created_at', '<=', input.endTime)
  if (input.keyword) rows = rows.where(hasKeyword(['project.name', 'project.code'], input.keyword))
  return listPage<CustomerProjectRow>(ctx.db, input, {
    rows,
    key: 'project.id',
    sorts: { code: 'project.code', createdAt: 'project.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => readProjects(ctx, ids),
  })
}

const readDevices = (ctx: Ctx, ids: readonly number[]): Promise<CustomerDeviceRow[]> =>
  ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .leftJoin('project', 'project.id', 'device.project_id')
    .select([
      'device.id',
      'device.code',
      'device.name',
      shownStatus.as('status'),
      'model.name as modelName',
      'project.name as projectName',
      'device.room_number as roomNumber',
      'device.last_seen_at as lastSeenAt',
    ])
    .where('device.id', 'in', ids)
    .execute()

/** The devices at a customer's projects, in the caller's scope. */
export const devicesOfCustomer = (ctx: Ctx, input: InputOf<Sites['devices']>): Promise<OutputOf<Sites['devices']>> => {
  let rows = ctx.db
    .selectFrom('device')
    .where('device.project_id', 'in', (e) =>
      e
        .selectFrom('project')
        .select('project.id')
        .where('project.customer_id', '=', input.customerId)
        .where('project.deleted_at', 'is', null),
    )
    .where('device.deleted_at', 'is', null)
  if (input.startTime) rows = rows.where('device.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('device.created_at', '<=', input.endTime)
  if (input.keyword) rows = rows.where(hasKeyword(['device.name', 'device.code', 'device.room_number'], input.keyword))
  return listPage<CustomerDeviceRow>(ctx.db, input, {
    rows,
    key: 'device.id',
    sorts: { code: 'device.code' },
    defaultSort: { by: 'code', order: 'asc' },
    read: (ids) => readDevices(ctx, ids),
  })
}

/** The alarms at a customer's projects, in the caller's scope. */
export const alarmsOfCustomer = (ctx: Ctx, input: InputOf<Sites['alarms']>): Promise<OutputOf<Sites['alarms']>> =>
  pageAlarms(ctx, input)
