import { sql, type Kysely, type Updateable } from 'kysely'
import type { AccountTable } from '../../tables/people.tables.ts'
import type { Tables } from '../../tables/index.ts'

// What signing in and the holder of an account write to its row; `features/session` judges whether they may.

type Db = Kysely<Tables>

/** Notes a sign-in with the password that was verified. Answers false when the password was changed meanwhile. */
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

/** Keeps a better hash of the same password, if it is still that. */
export const rehashPassword = async (db: Db, id: number, verified: string, hash: string): Promise<void> => {
  await db
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', verified)
    .execute()
}

/** More than the settings may ask for are not kept. */
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

/** Sets a password of the person's own choice in place of the one that was verified; answers false when that has changed meanwhile. */
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

/** A person who registered: disabled until the company's staff enable the account. Undefined when the name is taken. */
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
