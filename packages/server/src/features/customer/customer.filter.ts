import type { endpoints, InputOf } from '@emberwatch/contract'
import type { SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { withKeyword, type FoundRows } from '../../platform/keyword.ts'
import type { Tables } from '../../tables/index.ts'
import { seesInFull } from './customer.masks.ts'

export type CustomerPageInput = InputOf<typeof endpoints.customer.page>
type Customers = SelectQueryBuilder<Tables, 'customer', object>

/**
 * A keyword is a part of the name, or a whole phone number: whoever sees numbers masked could otherwise ask for one digit after the other. For the same
 * reason it is a private person's whole name, but for whoever may see it.
 */
export const namedCustomers = (ctx: Ctx, rows: Customers, keyword: string): Promise<FoundRows<Customers>> =>
  withKeyword(ctx.systemDb, rows, 'customer', keyword, {
    parts: ['name'],
    wholes: ['phone'],
    masked: seesInFull(ctx.actor) ? undefined : { part: 'name', rows: ['type', 'person'] },
  })

/** The caller's customers. */
export const customersOf = (ctx: Ctx): Customers => ctx.db.selectFrom('customer').where('customer.deleted_at', 'is', null)

/** The caller's customers that an input asks for. */
export const filteredCustomers = async (ctx: Ctx, input: CustomerPageInput): Promise<FoundRows<Customers>> => {
  let rows = customersOf(ctx)
  if (input.type) rows = rows.where('customer.type', '=', input.type)
  if (input.companyId !== undefined) rows = rows.where('customer.company_id', '=', input.companyId)
  if (input.enabled !== undefined) rows = rows.where('customer.enabled', '=', input.enabled)
  for (const level of ['country', 'province', 'city', 'region'] as const) {
    const code = input[level]
    if (code) rows = rows.where(`customer.${level}`, '=', code)
  }
  if (input.startTime) rows = rows.where('customer.created_at', '>=', input.startTime)
  if (input.endTime) rows = rows.where('customer.created_at', '<=', input.endTime)
  return input.keyword ? namedCustomers(ctx, rows, input.keyword) : { rows }
}
