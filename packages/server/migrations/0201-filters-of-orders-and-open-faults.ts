import { sql, type Kysely } from 'kysely'

/**
 * Orders by their origin and priority and open faults by their type are counted from the index of their order (docs/decisions/0112), and a company's feedback from
 * one of its own. None of these is written by an alarm.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const rows: Record<string, (first: string) => string> = {
    fault_state: (first) =>
      `fault (${first}state, first_at desc, id desc) include (path, test, type_id) where state <> 'solved'`,
    work_order_status: (first) =>
      `work_order (${first}kind, status, created_at desc, id desc)
         include (path, due_at, finished_at, rating, origin, priority) where deleted_at is null`,
    user_feedback_newest: (first) => `user_feedback (${first}created_at desc, id desc) include (path, state)`,
  }
  for (const [name, index] of Object.entries(rows))
    for (const depth of [1, 2, 3, 4]) {
      const own = depth === 1 ? name : `${name}_${depth}`
      await sql.raw(`drop index if exists ${own}`).execute(db)
      await sql.raw(`create index ${own} on ${index(depth === 1 ? '' : `split_part(path, '.', ${depth}), `)}`).execute(db)
    }
}
