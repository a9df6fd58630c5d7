import type { Ctx } from '../../platform/context.ts'
import { customersOf } from './customer.filter.ts'

/** The caller's customers of this name, of one company where it is named; two at most, since only one of them can be meant. */
export const customersNamed = async (ctx: Ctx, name: string, companyId?: number): Promise<number[]> => {
  const named = customersOf(ctx).where('name', '=', name)
  const wanted = companyId === undefined ? named : named.where('company_id', '=', companyId)
  const rows = await wanted.select('id').limit(2).execute()
  return rows.map((row) => row.id)
}
