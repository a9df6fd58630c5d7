import { sql, type Insertable, type Kysely } from 'kysely'
import type { LoginLogTable } from '../../tables/records.tables.ts'
import type { SessionTable } from '../../tables/people.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>

export const insertSession = async (db: Db, session: Insertable<SessionTable>): Promise<void> => {
  await db.insertInto('session').values(session).execute()
}

/** The session was used, and lasts longer for it. */
export const touchSession = async (db: Db, hash: Buffer, now: Date, expires_at: Date): Promise<void> => {
  await db.updateTable('session').set({ last_seen_at: now, expires_at }).where('token_hash', '=', hash).execute()
}

export const deleteSessions = async (db: Db, hashes: readonly Buffer[]): Promise<Buffer[]> => {
  const rows = await db.deleteFrom('session').where('token_hash', 'in', hashes).returning('token_hash').execute()
  return rows.map((row) => row.token_hash)
}

/** Deletes the sessions of accounts, and those that they opened as somebody else. */
export const deleteSessionsOf = async (db: Db, accountIds: readonly number[], exceptHash: Buffer | null): Promise<Buffer[]> => {
  const theirs = sql<boolean>`(account_id = any(${accountIds}::bigint[]) or issued_by = any(${accountIds}::bigint[]))`
  let query = db.deleteFrom('session').where(theirs)
  if (exceptHash) query = query.where('token_hash', '<>', exceptHash)
  const rows = await query.returning('token_hash').execute()
  return rows.map((row) => row.token_hash)
}

/** Deletes the sessions of a branch. Whoever signs in as somebody else does so below their own company, so those are among them. */
export const deleteSessionsInBranch = async (db: Db, path: string): Promise<Buffer[]> => {
  const rows = await db
    .deleteFrom('session')
    .where('account_id', 'in', (e) =>
      e
        .selectFrom('account')
        .select('id')
        .where((on) => on.or([on('path', '=', path), on('path', 'like', `${path}.%`)])),
    )
    .returning('token_hash')
    .execute()
  return rows.map((row) => row.token_hash)
}

/** The sessions of an account that have not expired, newest first. */
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

/** Deletes the session of this number if `db` may see it. */
export const deleteSession = async (db: Db, id: number): Promise<Buffer | undefined> => {
  const row = await db.deleteFrom('session').where('id', '=', id).returning('token_hash').executeTakeFirst()
  return row?.token_hash
}

export const insertCaptcha = async (db: Db, id: string, answer: string, expires_at: Date): Promise<void> => {
  await db.insertInto('captcha').values({ id, answer, expires_at }).execute()
}

/** The answer of a captcha that has not expired; it is used up, whatever is made of it. */
export const takeCaptcha = async (db: Db, id: string, now: Date): Promise<string | undefined> => {
  const row = await db.deleteFrom('captcha').where('id', '=', id).returning(['answer', 'expires_at']).executeTakeFirst()
  return row && Date.parse(row.expires_at) > now.getTime() ? row.answer : undefined
}

export const insertTicket = async (
  db: Db,
  ticket: { ticket_hash: Buffer; account_id: number; issued_by: number | null; expires_at: Date },
): Promise<void> => {
  await db.insertInto('login_ticket').values(ticket).execute()
}

/** Deletes the tickets of accounts that nobody has used yet, and those that they issued. */
export const deleteTicketsOf = async (db: Db, accountIds: readonly number[]): Promise<void> => {
  const theirs = sql<boolean>`(account_id = any(${accountIds}::bigint[]) or issued_by = any(${accountIds}::bigint[]))`
  await db.deleteFrom('login_ticket').where(theirs).execute()
}

/** Uses a ticket up; undefined when it was used before, has expired, or never was. */
export const takeTicket = (db: Db, hash: Buffer, now: Date) =>
  db
    .deleteFrom('login_ticket')
    .where('ticket_hash', '=', hash)
    .where('expires_at', '>', now.toISOString())
    .returning(['account_id', 'issued_by'])
    .executeTakeFirst()

export const insertLoginLog = async (db: Db, row: Insertable<LoginLogTable>): Promise<void> => {
  await db.insertInto('login_log').values(row).execute()
}

export interface Attempts {
  readonly failures: number
  readonly locked_until: string | null
}

/**
 * Counts one more attempt before it is judged, so that many at once get no more tries than one after another. Attempts fade away
 * over `windowMs`; the one that reaches `limit` locks for as long; after that the count starts anew.
 */
export const countAttempt = async (db: Db, subject: string, limit: number, windowMs: number, now: Date): Promise<Attempts> => {
  const until = new Date(now.getTime() + windowMs)
  const counted = sql<number>`(case
    when login_failure.locked_until > ${now} then login_failure.failures + 1
    when login_failure.locked_until is not null then 1
    else ceil(login_failure.failures
      * greatest(0, 1 - extract(epoch from (${now}::timestamptz - login_failure.last_at)) * 1000 / ${windowMs}))::int + 1 end)`
  const row = await db
    .insertInto('login_failure')
    .values({ subject, failures: 1, last_at: now, locked_until: null })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: counted,
        last_at: now,
        locked_until: sql<string>`case
          when login_failure.locked_until > ${now} then login_failure.locked_until
          when ${counted} >= ${limit} then ${until}::timestamptz end`,
      }),
    )
    .returning(['failures', 'locked_until'])
    .executeTakeFirstOrThrow()
  return row
}

export const forgetAttempts = async (db: Db, subject: string): Promise<void> => {
  await db.deleteFrom('login_failure').where('subject', '=', subject).execute()
}

/** Which of the subjects are locked now. */
export const locksAt = async (
  db: Db,
  subjects: readonly string[],
  now: Date,
): Promise<{ subject: string; locked_until: string }[]> => {
  const rows = await db
    .selectFrom('login_failure')
    .select(['subject', 'locked_until'])
    .where(sql<boolean>`subject = any(${subjects}::text[])`)
    .where('locked_until', '>', now.toISOString())
    .execute()
  return rows.flatMap(({ subject, locked_until }) => (locked_until === null ? [] : { subject, locked_until }))
}

/** Takes back one counted attempt, and the lock with it if that was the one that locked. */
export const takeBackAttempt = async (db: Db, subject: string, limit: number): Promise<void> => {
  await db
    .updateTable('login_failure')
    .set({
      failures: sql`greatest(failures - 1, 0)`,
      locked_until: sql`case when failures - 1 >= ${limit} then locked_until end`,
    })
    .where('subject', '=', subject)
    .execute()
}

/** Removes what has had its time. */
export const deleteExpired = async (db: Db, now: Date): Promise<void> => {
  const at = now.toISOString()
  const longAgo = new Date(now.getTime() - 86_400_000).toISOString()
  await db.deleteFrom('session').where('expires_at', '<=', at).execute()
  await db.deleteFrom('captcha').where('expires_at', '<=', at).execute()
  await db.deleteFrom('login_ticket').where('expires_at', '<=', at).execute()
  await db.deleteFrom('login_failure').where('last_at', '<=', longAgo).execute()
}
