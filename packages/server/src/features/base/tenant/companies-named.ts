import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** Companies in the caller's scope with this organisation code, or else with this name. At most two, since only a single match can be meant. */
export const companiesNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const companies = ctx.db.selectFrom('company').select('id').where('deleted_at', 'is', null).limit(2)
  const byCode = await companies.where(sql`lower(org_code)`, '=', text.toLowerCase()).execute()
  const found = byCode.length > 0 ? byCode : await companies.where('name', '=', text).execute()
  return found.map((row) => row.id)
}
