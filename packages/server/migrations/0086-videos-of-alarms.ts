import { sql, type Kysely } from 'kysely'

/** Short videos beside the photos of a note on an alarm. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table alarm_note add column videos text[] not null default '{}'`).execute(db)
}
