import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { isStopped } from '../tenant/company-stopped.ts'

/** Accounts that may sign in now and have an operation through one of their roles. */
export const holdersOf = (db: Kysely<Tables>, operation: string, now: Date) =>
  db
    .selectFrom('account')
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
    .where((e) => e.or([e('account.valid_until', 'is', null), e('account.valid_until', '>', now.toISOString())]))
    .where((e) => e.not(isStopped('account.path', now)))
    .where(
      sql<boolean>`exists (select from account_role
        join role on role.id = account_role.role_id and role.enabled
        join role_menu on role_menu.role_id = role.id
        join menu on menu.code = role_menu.menu_code and menu.enabled and account.type = any(menu.account_types)
        where account_role.account_id = account.id and menu.operation_code = ${operation})`,
    )

/** A company's staff with an operation, to be told of what waits for them. */
export const staffWith = async (systemDb: Kysely<Tables>, companyId: number, operation: string, now: Date): Promise<number[]> => {
  const rows = await holdersOf(systemDb, operation, now)
    .select('account.id')
    .where('account.company_id', '=', companyId)
    .where('account.type', 'not in', ['customer', 'user'])
    .execute()
  return rows.map(({ id }) => id)
}
