import { sql, type Kysely } from 'kysely'

/** What a device sent as its time, if it cannot be read as one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table report add column sent_time text`.execute(db)
}
