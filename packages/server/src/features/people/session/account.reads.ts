import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { endedCompanyOnPath } from './company.reads.ts'

type Db = Kysely<Tables>

/** What blocks an account from signing in, outermost first. All null if nothing does. */
export const blockersOf = async (db: Db, id: number, now: Date) => {
  const account = await db
    .selectFrom('account')
    .leftJoin('customer', 'customer.id', 'account.customer_id')
    .select(['account.path', 'account.enabled', 'account.valid_until', 'customer.enabled as customer_enabled'])
    .select('customer.deleted_at as customer_deleted_at')
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
  const company = await endedCompanyOnPath(db, account.path, now)
  const ended = account.valid_until !== null && account.valid_until <= now.toISOString()
  const customerEnded = account.customer_enabled === false || account.customer_deleted_at !== null
  return { company, disabled: !account.enabled || ended || customerEnded }
}

/** The account as its owner sees it. */
export const ownInfo = async (db: Db, id: number) => {
  const account = await db
    .selectFrom('account')
    .innerJoin('company', 'company.id', 'account.company_id')
    .leftJoin('company_config', 'company_config.company_id', 'company.id')
    .select(['account.id', 'account.account', 'account.name', 'account.type', 'account.phone', 'account.email', 'account.avatar'])
    .select(['account.company_id', 'account.customer_id', 'account.language', 'account.last_login_at', 'account.preferences'])
    .select(['company.name as company_name', 'company.org_code as company_code', 'company.time_zone', 'company_config.watermark'])
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
  const roles = await db
    .selectFrom('account_role')
    .innerJoin('role', 'role.id', 'account_role.role_id')
    .select('role.name')
    .where('account_role.account_id', '=', id)
    .where('role.enabled', '=', true)
    .orderBy('role.level')
    .orderBy('role.name')
    .execute()
  return { ...account, roleNames: roles.map((role) => role.name) }
}

/**
 * The entries of the menu tree in order, each with whether an enabled role of the account grants it. A custom link carries no right and is
 * in no role: all of its account types have it.
 */
export const menusWithGrants = (db: Db, accountId: number, accountType: string) =>
  db
    .selectFrom('menu')
    .select([
      'code',
      'parent_code',
      'name_zh',
      'name_en',
      'url',
      'icon',
      'operation_code',
      'is_operation',
      'is_main_menu',
      'enabled',
    ])
    .select(
      sql<boolean>`${accountType} = any(account_types) and (not seeded and url <> '#' or exists (
        select from role_menu
        join role on role.id = role_menu.role_id and role.enabled
        join account_role on account_role.role_id = role.id
        where role_menu.menu_code = menu.code and account_role.account_id = ${accountId}))`.as('granted'),
    )
    .orderBy('level')
    .orderBy('sort')
    .orderBy('id')
    .execute()
