import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../tables/index.ts'

/** Returns as soon as a transaction waits for a lock. */
export const untilBlocked = async (db: Kysely<Tables>): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt++) {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('nobody waited')
}

/** Runs `late` after `early` has written but before it commits. Returns the result of `late`. */
export const overlapping = async <T>(
  db: Kysely<Tables>,
  early: (tx: Transaction<Tables>) => Promise<unknown>,
  late: () => Promise<T>,
): Promise<T> => {
  const second = await db.transaction().execute(async (tx) => {
    await early(tx)
    const answer = late()
    answer.catch(() => undefined)
    await untilBlocked(db)
    return { answer }
  })
  return second.answer
}
