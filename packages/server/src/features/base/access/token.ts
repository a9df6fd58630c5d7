import { createHash, randomBytes } from 'node:crypto'
import { limits } from '@emberwatch/contract'
import type { Insertable, Kysely } from 'kysely'
import type { Write } from '../../../platform/transact.ts'
import { insertTicket } from './sessions.ts'
import type { LoginStepTable } from '../../../tables/people.tables.ts'
import type { Tables } from '../../../tables/index.ts'

/** The stored form of a token, so that reading the database is not enough to sign in. 256 random bits need no slow hash. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A new random token of 256 bits, and the hash to store. */
export const newToken = (): { token: string; hash: Buffer } => {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

/** A ticket to sign in as an account, valid once, for a minute. The caller has checked that `issuedBy` may, through the key if one is given. */
export const newTicket = async (
  write: Write,
  accountId: number,
  issuedBy: number | null,
  keyId: number | null = null,
): Promise<string> => {
  const { token, hash } = newToken()
  const expires_at = new Date(write.at.getTime() + limits.ticketLife)
  await insertTicket(write.systemDb, { ticket_hash: hash, account_id: accountId, issued_by: issuedBy, key_id: keyId, expires_at })
  return token
}

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
