import { sql, type Kysely } from 'kysely'

/** Why an upgrade failed stands in the story of its device as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table device_trace add column failure text`.execute(db)
}
