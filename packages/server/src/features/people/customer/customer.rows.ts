import type { endpoints, RowOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { masked } from './customer.masks.ts'

// Deliberately not scoped: only numbers about a customer that the caller sees.
const projects = sql<number>`(select count(*) from project where project.customer_id = customer.id and project.deleted_at is null)`
// By the device's own customer column; otherwise thousands of projects would be searched for every row.
const devices = sql<number>`(select count(*) from device where device.customer_id = customer.id and device.deleted_at is null)`
const openAlarms = sql<number>`(
  select count(*) from alarm where alarm.customer_id = customer.id and alarm.state in ('unconfirmed', 'confirmed'))`

/** Reads customers as lists show them, in any order. */
export const readCustomers = async (ctx: Ctx, ids: readonly number[]): Promise<RowOf<typeof endpoints.customer>[]> => {
  const rows = await ctx.db
    .selectFrom('customer')
    .innerJoin('company', 'company.id', 'customer.company_id')
    .select(fields('customer', ['id', 'name', 'type', 'contacter', 'phone', 'email', 'companyId', 'contractEnd', 'enabled']))
    .select(fields('customer', ['province', 'city', 'region', 'address']))
    .select(['company.name as companyName', projects.as('projects'), devices.as('devices'), openAlarms.as('openAlarms')])
    .select(tracked('customer'))
    .where('customer.id', 'in', ids)
    .execute()
  return rows.map((row) => masked(row))
}
