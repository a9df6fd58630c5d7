import { limits, type OwnSession } from '@emberwatch/contract'
import { sql, type Insertable, type Kysely } from 'kysely'
import type { Config } from '../../../config.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { SessionTable } from '../../../tables/people.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'

export type SessionLength = Pick<Config, 'sessionHours' | 'sessionDays' | 'settings'>

const hourMs = 3_600_000

/** When a session that is used now will end: some hours later, but no later than some days after it began. */
export const sessionEnd = ({ sessionHours, sessionDays }: SessionLength, createdAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + sessionHours * hourMs, createdAt.getTime() + sessionDays * 24 * hourMs))

/** A session that began before this has ended, however recently it was used. */
export const oldestSession = ({ sessionDays }: SessionLength, now: Date): Date =>
  new Date(now.getTime() - sessionDays * 24 * hourMs)

type Db = Kysely<Tables>

export const insertSession = async (db: Db, session: Insertable<SessionTable>): Promise<void> => {
  await db.insertInto('session').values(session).execute()
}

export const sessionByHash = (db: Db, hash: Buffer) =>
  db.selectFrom('session').select('previous_login_at').where('token_hash', '=', hash).executeTakeFirst()

/** Whether the person of a session has proved who they are since then, by signing in or with the password. */
export const isProvedSince = async (db: Db, hash: Buffer, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', hash)
    .where('proved_at', '>=', since.toISOString())
    .executeTakeFirst()) !== undefined

/** The person of a session has entered the password again. */
export const proveSession = async (db: Db, hash: Buffer, now: Date): Promise<void> => {
  await db.updateTable('session').set({ proved_at: now }).where('token_hash', '=', hash).execute()
}

/** Extends a session that was used. */
export const touchSession = async (db: Db, hash: Buffer, now: Date, expires_at: Date): Promise<void> => {
  await db.updateTable('session').set({ last_seen_at: now, expires_at }).where('token_hash', '=', hash).execute()
}

/** Extends many sessions that were used. */
export const touchSessions = async (db: Db, sessions: readonly { hash: string; expiresAt: Date }[], now: Date): Promise<void> => {
  const used = sql`unnest(${sessions.map(({ hash }) => hash)}::text[], ${sessions.map(({ expiresAt }) => expiresAt)}::timestamptz[])`
  await sql`
    update session set last_seen_at = ${now}, expires_at = used.expires_at
    from ${used} as used (hash, expires_at) where session.token_hash = decode(used.hash, 'hex')`.execute(db)
}

export const deleteSessions = async (db: Db, hashes: readonly Buffer[]): Promise<Buffer[]> => {
  const rows = await db.deleteFrom('session').where('token_hash', 'in', hashes).returning('token_hash').execute()
  return rows.map((row) => row.token_hash)
}

/** Deletes the sessions of accounts and those they opened as somebody else. */
export const deleteSessionsOf = async (db: Db, accountIds: readonly number[], exceptHash: Buffer | null): Promise<Buffer[]> => {
  const theirs = sql<boolean>`(account_id = any(${accountIds}::bigint[]) or issued_by = any(${accountIds}::bigint[]))`
  let query = db.deleteFrom('session').where(theirs)
  if (exceptHash) query = query.where('token_hash', '<>', exceptHash)
  const rows = await query.returning('token_hash').execute()
  return rows.map((row) => row.token_hash)
}

/**
 * Deletes the sessions of a branch. People sign in as somebody else only below their own company, so those sessions are included.
 */
export const deleteSessionsInBranch = async (db: Db, path: string): Promise<Buffer[]> => {
  const rows = await db
    .deleteFrom('session')
    .where('account_id', 'in', (e) =>
      e
        .selectFrom('account')
        .select('id')
        .where(isInBranch('path', sql`${path}`)),
    )
    .returning('token_hash')
    .execute()
  return rows.map((row) => row.token_hash)
}

/** The unexpired sessions of an account, newest first. */
export const sessionsOf = (db: Db, accountId: number, now: Date) =>
  db
    .selectFrom('session')
    .leftJoin('account as issuer', 'issuer.id', 'session.issued_by')
    .select(['session.id', 'session.token_hash', 'session.created_at as createdAt', 'session.last_seen_at as lastSeenAt'])
    .select(['session.ip', 'session.user_agent as userAgent', 'issuer.name as issuer'])
    .where('session.account_id', '=', accountId)
    .where('session.expires_at', '>', now.toISOString())
    .orderBy('session.created_at', 'desc')
    .orderBy('session.id', 'desc')
    .limit(50)
    .execute()

/** Deletes the session with this number if `db` may see it. */
export const deleteSession = async (db: Db, id: number): Promise<Buffer | undefined> => {
  const row = await db.deleteFrom('session').where('id', '=', id).returning('token_hash').executeTakeFirst()
  return row?.token_hash
}

export const insertCaptcha = async (db: Db, id: string, answer: string, expires_at: Date): Promise<void> => {
  await db.insertInto('captcha').values({ id, answer, expires_at }).execute()
}

/** The answer of an unexpired captcha, which is used up by reading it. */
export const takeCaptcha = async (db: Db, id: string, now: Date): Promise<string | undefined> => {
  const row = await db.deleteFrom('captcha').where('id', '=', id).returning(['answer', 'expires_at']).executeTakeFirst()
  return row && Date.parse(row.expires_at) > now.getTime() ? row.answer : undefined
}

export const insertTicket = async (
  db: Db,
  ticket: { ticket_hash: Buffer; account_id: number; issued_by: number | null; key_id: number | null; expires_at: Date },
): Promise<void> => {
  await db.insertInto('login_ticket').values(ticket).execute()
}

/** Deletes the unused tickets of accounts, and those that they issued. */
export const deleteTicketsOf = async (db: Db, accountIds: readonly number[]): Promise<void> => {
  const theirs = sql<boolean>`(account_id = any(${accountIds}::bigint[]) or issued_by = any(${accountIds}::bigint[]))`
  await db.deleteFrom('login_ticket').where(theirs).execute()
}

/** Deletes the unused tickets of a key, and the sessions that were opened with others. */
export const deleteSessionsOfKey = async (db: Db, keyId: number): Promise<Buffer[]> => {
  await db.deleteFrom('login_ticket').where('key_id', '=', keyId).execute()
  const rows = await db.deleteFrom('session').where('key_id', '=', keyId).returning('token_hash').execute()
  return rows.map((row) => row.token_hash)
}

/** Uses a ticket up. Undefined if it was used before, has expired, or never existed. */
export const takeTicket = (db: Db, hash: Buffer, now: Date) =>
  db
    .deleteFrom('login_ticket')
    .where('ticket_hash', '=', hash)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id', 'issued_by', 'key_id'])
    .executeTakeFirst()

/** Deletes what has expired. */
export const deleteExpired = async (db: Db, now: Date): Promise<void> => {
  const at = now.toISOString()
  const longAgo = new Date(now.getTime() - 86_400_000).toISOString()
  await db.deleteFrom('session').where('expires_at', '<=', at).execute()
  await db.deleteFrom('captcha').where('expires_at', '<=', at).execute()
  await db.deleteFrom('login_ticket').where('expires_at', '<=', at).execute()
  await db.deleteFrom('login_failure').where('last_at', '<=', longAgo).execute()
  await db.deleteFrom('login_step').where('expires_at', '<=', at).execute()
  const unknown = new Date(now.getTime() - limits.knownAddressDays * 86_400_000).toISOString()
  await db.deleteFrom('sign_in_address').where('last_at', '<', unknown).execute()
}

/** The sessions of an account that the caller may see. Not scoped: sessions are only in the scope of their own account. */
export const sessionsOfAccount = async ({ systemDb, clock }: Ctx, accountId: number): Promise<Omit<OwnSession, 'current'>[]> => {
  const rows = await sessionsOf(systemDb, accountId, clock.now())
  return rows.map((row) => {
    const { token_hash: _, ...session } = row
    return session
  })
}
