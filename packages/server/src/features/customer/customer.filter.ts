import type { endpoints, InputOf } from '@emberwatch/contract'
import type { SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { withKeyword, type FoundRows } from '../../platform/keyword.ts'
import { filtered } from '../../platform/rows/filter.ts'
import type { Tables } from '../../tables/index.ts'
import { seesInFull } from './customer.masks.ts'

export type CustomerPageInput = InputOf<typeof endpoints.customer.page>
type Customers = SelectQueryBuilder<Tables, 'customer', object>

/**
 * A keyword matches part of a name, or a whole phone number: a caller who sees numbers masked could otherwise guess them digit by digit.
 * For the same reason it must match a private person's whole name, unless the caller may see it.
 */
export const namedCustomers = (ctx: Ctx, rows: Customers, keyword: string): Promise<FoundRows<Customers>> =>
  withKeyword(ctx.systemDb, rows, 'customer', keyword, {
    parts: ['name'],
    wholes: ['phone'],
    masked: seesInFull(ctx.actor) ? undefined : { part: 'name', rows: ['type', 'person'] },
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
