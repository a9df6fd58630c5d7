import { type Kysely, type RawBuilder, sql } from 'kysely'
import { depthOf, scoped, type Scope } from '../../../platform/database/scope.ts'
import type { Tables, TableName } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import { inBranch } from '../../../platform/rows/in-branch.ts'

/** The ids of the companies on a path, the operating company first. */
export const idsOf = (path: string): number[] => path.split('.').map(Number)

/** The paths of the companies on a path, the operating company first: '1.5.9' → '1', '1.5', '1.5.9'. */
export const pathsOn = (path: string): string[] => path.split('.').map((_id, at, ids) => ids.slice(0, at + 1).join('.'))

/** A database that sees what the company at `path` sees: its whole branch, and nothing else. */
export const branchOf = (systemDb: Kysely<Tables>, path: string): Kysely<Tables> => {
  const scope: Scope = { kind: 'company', companyId: idsOf(path).at(-1) ?? 0, depth: depthOf(path), accountId: 0 }
  return scoped(systemDb, scope)
}

/** A company in the scope of `db`, with its path and defaults. */
export const companyInScope = (db: Kysely<Tables>, id: number) =>
  db
    .selectFrom('company')
    .select(['id', 'path', 'type', 'time_zone', 'language'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The rows of a table that belong to a company or to one below it; none if the caller does not see the company. */
export const ofBranch = async (ctx: Ctx, table: TableName, companyId: number): Promise<RawBuilder<boolean>> => {
  const company = await companyInScope(ctx.db, companyId)
  return company ? inBranch(table, company.path) : sql`false`
}

/** Companies in the caller's scope with this organisation code, or else with this name. At most two, since only a single match can be meant. */
export const companiesNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const companies = ctx.db.selectFrom('company').select('id').where('deleted_at', 'is', null).limit(2)
  const byCode = await companies.where(sql`lower(org_code)`, '=', text.toLowerCase()).execute()
  const found = byCode.length > 0 ? byCode : await companies.where('name', '=', text).execute()
  return found.map((row) => row.id)
}

/** The staff of a company who have its highest level: its administrators. */
export const administratorsOf = async (
  systemDb: Kysely<Tables>,
  companyIds: readonly number[],
): Promise<{ company_id: number; id: number }[]> => {
  const { rows } = await sql<{ company_id: number; id: number }>`
    select company_id, id from (
      select account.company_id, account.id, min(role.level) as level, min(min(role.level)) over (partition by account.company_id) as highest
      from account
      join company on company.id = account.company_id and company.type = account.type
      join account_role on account_role.account_id = account.id
      join role on role.id = account_role.role_id and role.enabled
      where account.company_id = any(${companyIds}::bigint[]) and account.enabled and account.deleted_at is null
      group by account.company_id, account.id) as staff
    where level = highest`.execute(systemDb)
  return rows
}

/** For queries of `account`: in which language a person is written to and called, as they have chosen, or else their company has. */
export const accountLanguage = sql<string>`coalesce(account.language, (select company.language from company where company.id = account.company_id))`
