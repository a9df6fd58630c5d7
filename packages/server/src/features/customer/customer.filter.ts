import type { endpoints, InputOf } from '@emberwatch/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { containing } from '../../platform/list.ts'
import type { Tables } from '../../tables/index.ts'

export type CustomerPageInput = InputOf<typeof endpoints.customer.page>
type Customers = SelectQueryBuilder<Tables, 'customer', object>

/** Up to so many customers with the keyword are handed over as ids; where there are more, walking the list itself finds a page of them soon. */
const idLimit = 1_000

/**
 * A keyword is a part of the name, or a whole phone number: whoever sees numbers masked could otherwise ask for one digit after the other.
 */
export const withKeyword = async (rows: Customers, keyword: string): Promise<Customers> => {
  const matching = rows.where((e) => e.or([e('customer.name', 'ilike', containing(keyword)), e('customer.phone', '=', keyword)]))
  const found = await matching
    .select('customer.id')
    .limit(idLimit + 1)
    .execute()
  return found.length > idLimit ? matching : rows.where(sql<boolean>`customer.id = any(${found.map((row) => row.id)}::bigint[])`)
}

/** The caller's customers. */
export const customersOf = (ctx: Ctx): Customers => ctx.db.selectFrom('customer').where('customer.deleted_at', 'is', null)

/** The caller's customers that an input asks for. */
export const filteredCustomers = async (ctx: Ctx, input: CustomerPageInput): Promise<Customers> => {
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
  return input.keyword ? withKeyword(rows, input.keyword) : rows
}
