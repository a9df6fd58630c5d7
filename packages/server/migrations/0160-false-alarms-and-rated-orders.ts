import { sql, type Kysely } from 'kysely'

/**
 * False alarms by what else is asked of them, also by their ranking, and orders of a status by whether they are late and how they were rated: counted without
 * reading the rows. No new alarm has an entry in one of these indexes, only one that somebody closes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `drop index alarm_false;
       create index alarm_false on alarm (first_at desc, id desc, ${[2, 3, 4].map(branch).join(', ')})
         include (path, device_id, project_id, company_id, test, level, type_id, cause) where state = 'misreport';
       drop index alarm_cause;
       create index alarm_cause on alarm (cause, first_at desc, id desc) include (path, level, type_id) where cause is not null;
       create index user_feedback_handled on user_feedback (handled_at desc, id desc) include (path)`,
    )
    .execute(db)
  const order = 'kind, status, created_at desc, id desc'
  const branches = [2, 3, 4].map((depth) => [`work_order_status_${depth}`, `${branch(depth)}, ${order}`] as const)
  for (const [name, columns] of [['work_order_status', order] as const, ...branches]) {
    await sql.raw(`drop index ${name}`).execute(db)
    await sql
      .raw(`create index ${name} on work_order (${columns}) include (path, due_at, finished_at, rating) where deleted_at is null`)
      .execute(db)
  }
}

const branch = (depth: number): string => `split_part(path, '.', ${depth})`
