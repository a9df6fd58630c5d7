import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { inBranch } from '../../../platform/rows/in-branch.ts'
import type { TableName } from '../../../tables/index.ts'
import { companyInScope } from './company-in-scope.ts'

/** The rows of a table that belong to a company or to one below it; none if the caller does not see the company. */
export const ofBranch = async (ctx: Ctx, table: TableName, companyId: number): Promise<RawBuilder<boolean>> => {
  const company = await companyInScope(ctx.db, companyId)
  return company ? inBranch(table, company.path) : sql`false`
}
