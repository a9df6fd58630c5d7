import type { endpoints, InputOf } from '@emberwatch/contract'
import type { SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { withKeyword, type FoundRows } from '../../../platform/keyword.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'
import { seesInFull } from './customer.masks.ts'

export type CustomerPageInput = InputOf<typeof endpoints.customer.page>
type Customers = SelectQueryBuilder<Tables, 'customer', object>

/**
 * A keyword matches part of a name. For a caller who may see numbers, also a whole phone number: others would find the four hidden digits
 * of a masked one with at most 10,000 searches. For them it must also match a private person's whole name.
 */
export const namedCustomers = (ctx: Ctx, rows: Customers, keyword: string): Promise<FoundRows<Customers>> =>
  withKeyword(ctx.systemDb, rows, 'customer', keyword, {
    parts: ['name'],
    ...(seesInFull(ctx.actor) ? { wholes: ['phone'] } : { masked: { part: 'name', rows: ['type', 'person'] } }),
  })

/** The customers in the caller's scope. */
export const customersOf = (ctx: Ctx): Customers => ctx.db.selectFrom('customer').where('customer.deleted_at', 'is', null)

/** The customers in the caller's scope that the input asks for. */
export const filteredCustomers = async (ctx: Ctx, input: CustomerPageInput): Promise<FoundRows<Customers>> => {
  const rows = filtered(customersOf(ctx), 'customer', input, {
    equal: ['type', 'companyId', 'enabled'],
    zone: true,
    between: 'created_at',
  })
  return input.keyword ? namedCustomers(ctx, rows, input.keyword) : { rows }
}
