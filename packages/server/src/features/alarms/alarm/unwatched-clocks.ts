import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** Whether a response clock was exceeded before a moment, and nobody has recorded it: the job that does (record-breaches.ts) does not run, or cannot. */
export const hasUnwatchedClocks = async (db: Kysely<Tables>, since: Date): Promise<boolean> => {
  const late = db.selectFrom('alarm').select('id').where('breach_due_at', '<', since.toISOString())
  // In order, or the planner might read the whole table for the first.
  return (await late.orderBy('breach_due_at').limit(1).execute()).length > 0
}
