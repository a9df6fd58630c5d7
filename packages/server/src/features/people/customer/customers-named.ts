import type { Ctx } from '../../../platform/context.ts'
import { customersOf } from './customer.filter.ts'

/** The customers with this name in the caller's scope, of one company if given. At most two, since only a single match can be meant. */
export const customersNamed = async (ctx: Ctx, name: string, companyId?: number): Promise<number[]> => {
  const named = customersOf(ctx).where('name', '=', name)
  const wanted = companyId === undefined ? named : named.where('company_id', '=', companyId)
  const rows = await wanted.select('id').limit(2).execute()
  return rows.map((row) => row.id)
}
