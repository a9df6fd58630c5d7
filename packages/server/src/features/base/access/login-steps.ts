import type { Insertable, Kysely } from 'kysely'
import type { LoginStepTable } from '../../../tables/people.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

export const insertLoginStep = async (db: Db, step: Insertable<LoginStepTable>): Promise<void> => {
  await db.insertInto('login_step').values(step).execute()
}

/**
 * Counts one more try of a sign-in that waits for its code. Undefined if it has ended, is out of tries, or belongs to another
 * address.
 */
export const tryLoginStep = (db: Db, hash: Buffer, address: string, tries: number, now: Date) =>
  db
    .updateTable('login_step')
    .set((e) => ({ failures: e('failures', '+', 1) }))
    .where('ticket_hash', '=', hash)
    .where('address', '=', address)
    .where('failures', '<', tries)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id', 'account', 'password_hash'])
    .executeTakeFirst()

export const removeLoginStep = async (db: Db, hash: Buffer): Promise<void> => {
  await db.deleteFrom('login_step').where('ticket_hash', '=', hash).execute()
}

export const removeLoginStepsOf = async (db: Db, accountIds: readonly number[]): Promise<void> => {
  if (accountIds.length > 0) await db.deleteFrom('login_step').where('account_id', 'in', accountIds).execute()
}
