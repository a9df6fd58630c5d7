import { sql, type Kysely, type Updateable } from 'kysely'
import type { AccountTable } from '../../tables/people.tables.ts'
import type { Tables } from '../../tables/index.ts'
import { endedOnPath } from './company.store.ts'

type Db = Kysely<Tables>

/** An account as sign-in needs it. */
export const accountByName = (db: Db, account: string) =>
  db
    .selectFrom('account')
    .select(['id', 'path', 'password_hash', 'pending', 'two_step_secret'])
    .where(sql`lower(account)`, '=', account.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const accountById = (db: Db, id: number) =>
  db.selectFrom('account').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirstOrThrow()

/** What keeps an account from signing in, outermost first; all null when nothing does. */
export const hindrancesOf = async (db: Db, id: number, now: Date) => {
  const account = await db
    .selectFrom('account')
    .leftJoin('customer', 'customer.id', 'account.customer_id')
    .select(['account.path', 'account.enabled', 'account.valid_until', 'customer.enabled as customer_enabled'])
    .select('customer.deleted_at as customer_deleted_at')
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow()
  const company = await endedOnPath(db, account.path, now)
  const ended = account.valid_until !== null && account.valid_until <= now.toISOString()
  const customerEnded = account.customer_enabled === false || account.customer_deleted_at !== null
  return { company, disabled: !account.enabled || ended || customerEnded }
}

/** Notes a sign-in with the password that was verified. Answers false when the password was changed meanwhile. */
export const noteSignIn = async (
  db: Db,
  id: number,
  at: Date,
  ip: string | null,
  verified: string | undefined,
): Promise<boolean> => {
  let query = db.updateTable('account').set({ last_login_at: at, last_login_ip: ip }).where('id', '=', id)
  if (verified !== undefined) query = query.where('password_hash', '=', verified)
  const result = await query.executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Keeps a better hash of the same password, if it is still that. */
export const renewHash = async (db: Db, id: number, verified: string, hash: string): Promise<void> => {
  await db
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', verified)
    .execute()
}

/** Sets a password of the person's own choice in place of the one that was verified; answers false when that has changed meanwhile. */
export const replacePassword = async (db: Db, id: number, verified: string, hash: string, at: Date): Promise<boolean> => {
  const result = await db
    .updateTable('account')
    .set({ password_hash: hash, must_change_password: false, updated_at: at, updated_by: id })
    .where('id', '=', id)
    .where('password_hash', '=', verified)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const updateOwnAccount = async (
  db: Db,
  id: number,
  changes: Pick<Updateable<AccountTable>, 'name' | 'phone' | 'email' | 'avatar'>,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('account')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: at, updated_by: id }))
    .where('id', '=', id)
    .execute()
}

/** Keeps one preference; answers false when there are `limit` others already. */
export const mergePreference = async (db: Db, id: number, key: string, value: string, limit: number): Promise<boolean> => {
  const result = await db
    .updateTable('account')
    .set({ preferences: sql`preferences || jsonb_build_object(${key}::text, ${value}::jsonb)` })
    .where('id', '=', id)
    .where(sql<boolean>`(preferences ? ${key} or (select count(*) from jsonb_object_keys(preferences)) < ${limit})`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The account with what its owner sees of it. */
export const ownInfo = async (db: Db, id: number) => {
  const account = await db
    .selectFrom('account')
    .innerJoin('company', 'company.id', 'account.company_id')
    .leftJoin('company_config', 'company_config.company_id', 'company.id')
    .selectAll('account')
    .select(['company.name as company_name', 'company.org_code as company_code', 'company_config.watermark'])
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
 * The menu tree's entries in order, each with whether an enabled role of the account holds it. A link of people's own making carries no right and is held
 * by no role: everybody of its account types has it.
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
