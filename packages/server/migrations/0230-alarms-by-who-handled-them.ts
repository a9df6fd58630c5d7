import { sql, type Kysely } from 'kysely'

/** Alarms by who confirmed and who closed them. Neither index is written by a report: most alarms enter them once, when somebody acts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['confirmed_by', 'closed_by'])
    await sql
      .raw(
        `create index alarm_${column} on alarm (${column}, first_at desc, id desc) include (path) where ${column} is not null`,
      )
      .execute(db)
}
