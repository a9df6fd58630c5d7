import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

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
