import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

export interface Attempts {
  readonly failures: number
  readonly locked_until: string | null
}

/** Attempts decay over `windowMs`. */
const faded = (windowMs: number, now: Date) => sql<number>`ceil(login_failure.failures
  * greatest(0, 1 - extract(epoch from (${now}::timestamptz - login_failure.last_at)) * 1000 / ${windowMs}))::int`

/**
 * Counts one more attempt before it is checked, so that concurrent attempts get no more tries than consecutive ones. Attempts
 * decay over `windowMs`. The one that reaches `limit` locks for the same time; after that the count starts over.
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

/** How many attempts currently count. */
export const failuresOf = async (db: Db, subject: string, windowMs: number, now: Date): Promise<number> => {
  const row = await db
    .selectFrom('login_failure')
    .select(faded(windowMs, now).as('failures'))
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.failures ?? 0
}

export const clearAttempts = async (db: Db, subject: string): Promise<void> => {
  await db.deleteFrom('login_failure').where('subject', '=', subject).execute()
}

/** The subject without the address. */
const about = sql<string>`split_part(subject, '@', 1)`

/** Clears the attempts on these subjects, from any address. */
export const clearAttemptsOf = async (db: Db, subjects: readonly string[]): Promise<void> => {
  await db
    .deleteFrom('login_failure')
    .where(sql<boolean>`${about} = any(${subjects}::text[])`)
    .execute()
}

/** Which of these are currently locked for some address, each with the end of its last lock. */
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

/** Undoes one counted attempt, and its lock if it was the one that locked. */
export const undoAttempt = async (db: Db, subject: string, limit: number): Promise<void> => {
  await db
    .updateTable('login_failure')
    .set({
      failures: sql`greatest(failures - 1, 0)`,
      locked_until: sql`case when failures - 1 >= ${limit} then locked_until end`,
    })
    .where('subject', '=', subject)
    .execute()
}

/** Uses up a pause that was waited out recently. Returns whether there was one. */
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

/** Starts a pause unless one is running. Returns when it ends. */
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

/** Claims the right to send a notification about a subject. Returns false if one was sent since `since`. */
export const claimNotification = async (db: Db, subject: string, now: Date, since: Date): Promise<boolean> => {
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
