import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>

export interface Attempts {
  readonly failures: number
  readonly locked_until: string | null
}

/** Attempts fade away over `windowMs`. */
const faded = (windowMs: number, now: Date) => sql<number>`ceil(login_failure.failures
  * greatest(0, 1 - extract(epoch from (${now}::timestamptz - login_failure.last_at)) * 1000 / ${windowMs}))::int`

/**
 * Counts one more attempt before it is judged, so that many at once get no more tries than one after another. Attempts fade away
 * over `windowMs`; the one that reaches `limit` locks for as long; after that the count starts anew.
 */
export const countAttempt = async (db: Db, subject: string, limit: number, windowMs: number, now: Date): Promise<Attempts> => {
  const until = new Date(now.getTime() + windowMs)
  const counted = sql<number>`(case
    when login_failure.locked_until > ${now} then login_failure.failures + 1
    when login_failure.locked_until is not null then 1
    else ${faded(windowMs, now)} + 1 end)`
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

/** How many attempts are counted at present. */
export const failuresOf = async (db: Db, subject: string, windowMs: number, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('login_failure')
    .select(faded(windowMs, now).as('failures'))
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.failures ?? 0
}

export const forgetAttempts = async (db: Db, subject: string): Promise<void> => {
  await db.deleteFrom('login_failure').where('subject', '=', subject).execute()
}

/** What a subject is about: without the address. */
const about = sql<string>`split_part(subject, '@', 1)`

/** Forgets what is counted of these, from whatever address. */
export const forgetAttemptsOf = async (db: Db, subjects: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('login_failure')
    .where(sql<boolean>`${about} = any(${subjects}::text[])`)
    .execute()
}

/** Which of these are locked now for some address, each until the last lock ends. */
export const locksAt = async (
  db: Db,
  subjects: readonly string[],
  now: Date,
): Promise<{ subject: string; locked_until: string }[]> => {
  const rows = await db
    .selectFrom('login_failure')
    .select([about.as('subject'), 'locked_until'])
    .where(sql<boolean>`${about} = any(${subjects}::text[])`)
    .where('locked_until', '>', now.toISOString())
    .orderBy('locked_until')
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

/** Uses up a pause that was waited for, and not too long ago; answers whether there was one. */
export const takePause = async (db: Db, subject: string, now: Date, since: Date): Promise<boolean> => {
  const row = await db
    .deleteFrom('login_failure')
    .where('subject', '=', subject)
    .where('locked_until', '<=', now.toISOString())
    .where('locked_until', '>', since.toISOString())
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** Begins a pause, unless one runs already; answers when it ends. */
export const setPause = async (db: Db, subject: string, now: Date, until: Date): Promise<string> => {
  const row = await db
    .insertInto('login_failure')
    .values({ subject, failures: 0, last_at: now, locked_until: until })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        last_at: now,
        locked_until: sql<string>`case when login_failure.locked_until > ${now} then login_failure.locked_until else ${until}::timestamptz end`,
      }),
    )
    .returning('locked_until')
    .executeTakeFirstOrThrow()
  return row.locked_until ?? until.toISOString()
}

/** Takes the right to tell something about a subject; answers false when it was told since `since`. */
export const claimTelling = async (db: Db, subject: string, now: Date, since: Date): Promise<boolean> => {
  const row = await db
    .insertInto('login_failure')
    .values({ subject, failures: 0, last_at: now, locked_until: null })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({ last_at: now }).where('login_failure.last_at', '<', since.toISOString()),
    )
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** Did the account sign in from the address since then? */
export const isKnownAddress = async (db: Db, accountId: number, address: string, since: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('sign_in_address')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('last_at', '>=', since.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

export const rememberAddress = async (db: Db, accountId: number, address: string, at: Date): Promise<void> => {
  await db
    .insertInto('sign_in_address')
    .values({ account_id: accountId, address, last_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ last_at: at }))
    .execute()
}
