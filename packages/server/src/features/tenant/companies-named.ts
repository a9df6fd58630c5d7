import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'

/** The caller's companies that go by this organisation code, otherwise those of this name; two at most, since only one of them can be meant. */
export const companiesNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const companies = ctx.db.selectFrom('company').select('id').where('deleted_at', 'is', null).limit(2)
  const byCode = await companies.where(sql`lower(org_code)`, '=', text.toLowerCase()).execute()
  const found = byCode.length > 0 ? byCode : await companies.where('name', '=', text).execute()
  return found.map((row) => row.id)
}
