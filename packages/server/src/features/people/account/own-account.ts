import { sql, type Kysely, type Updateable } from 'kysely'
import { DomainError } from '@emberwatch/contract'
import type { AccountTable } from '../../../tables/people.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import { verifyPassword } from '../../base/access/password.ts'

// What signing in and the account's holder read and change in its row. `features/people/session` checks whether they may.

type Db = Kysely<Tables>

/** An account with what sign-in needs. */
export const accountByName = (db: Db, account: string) =>
  db
    .selectFrom('account')
    .select(['id', 'path', 'password_hash', 'pending', 'two_step_secret'])
    .where(sql`lower(account)`, '=', account.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const accountById = (db: Db, id: number) =>
  db.selectFrom('account').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirstOrThrow()

/** Records a sign-in with the password that was verified. Returns false if the password has changed since. */
export const recordSignIn = async (
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

/** Stores a stronger hash of the same password, unless the password has changed since. */
export const rehashPassword = async (db: Db, id: number, verified: string, hash: string): Promise<void> => {
  await db
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', verified)
    .execute()
}

/** How many old passwords are kept; the settings cannot ask for more. */
const keptPasswords = 10

const keepPassword = async (db: Db, account_id: number, password_hash: string, replaced_at: Date): Promise<void> => {
  await db
    .insertInto('password_history')
    .values({ account_id, password_hash, replaced_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = db
    .selectFrom('password_history')
    .select('replaced_at')
    .where('account_id', '=', account_id)
    .orderBy('replaced_at', 'desc')
    .limit(keptPasswords)
  await db.deleteFrom('password_history').where('account_id', '=', account_id).where('replaced_at', 'not in', kept).execute()
}

/** Replaces the verified password by one that the person chose. Returns false if it has changed since. */
export const replacePassword = async (db: Db, id: number, verified: string, hash: string, at: Date): Promise<boolean> => {
  const result = await db
    .updateTable('account')
    .set({ password_hash: hash, must_change_password: false, password_set_at: at, updated_at: at, updated_by: id })
    .where('id', '=', id)
    .where('password_hash', '=', verified)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) return false
  await keepPassword(db, id, verified, at)
  return true
}

export const updateOwnAccount = async (
  db: Db,
  id: number,
  changes: Pick<Updateable<AccountTable>, 'name' | 'phone' | 'email' | 'avatar' | 'language'>,
  at: Date,
): Promise<void> => {
  await db
    .updateTable('account')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: at, updated_by: id }))
    .where('id', '=', id)
    .execute()
}

/** Stores one preference. Returns false if there are already `limit` others. */
export const mergePreference = async (db: Db, id: number, key: string, value: string, limit: number): Promise<boolean> => {
  const result = await db
    .updateTable('account')
    .set({ preferences: sql`preferences || jsonb_build_object(${key}::text, ${value}::jsonb)` })
    .where('id', '=', id)
    .where(sql<boolean>`(preferences ? ${key} or (select count(*) from jsonb_object_keys(preferences)) < ${limit})`)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Adds a person who registered, disabled until the company's staff enable the account. Undefined if the name is taken. */
export const insertRegistration = async (
  db: Db,
  account: {
    company_id: number
    path: string
    account: string
    name: string
    phone: string
    email: string | null
    password_hash: string
  },
): Promise<number | undefined> => {
  const row = await db
    .insertInto('account')
    .values({ ...account, type: 'user', enabled: false, pending: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Deletes the oldest registrations of a company that wait to be enabled, except those that staff are deciding on. Returns whose they were. */
export const deleteOldestRegistrations = async (db: Db, companyId: number, count: number, at: Date) =>
  db
    .updateTable('account')
    .set({ deleted_at: at, updated_at: at })
    .where('id', 'in', (e) =>
      e
        .selectFrom('account')
        .select('id')
        .where('company_id', '=', companyId)
        .where('pending', '=', true)
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'account', 'name'])
    .execute()

/** Refuses one of the last passwords of an account, as far as the settings say. @throws DomainError usedPassword */
export const assertNewPassword = async (
  { config, systemDb }: Pick<Ctx, 'config' | 'systemDb'>,
  accountId: number,
  password: string,
  field: string,
): Promise<void> => {
  const count = config.settings.passwordReuse
  if (count === 0) return
  const earlier = await systemDb
    .selectFrom('password_history')
    .select('password_hash')
    .where('account_id', '=', accountId)
    .orderBy('replaced_at', 'desc')
    .limit(count)
    .execute()
  for (const { password_hash } of earlier)
    if (await verifyPassword(password, password_hash)) throw new DomainError('usedPassword', { count }, field)
}
