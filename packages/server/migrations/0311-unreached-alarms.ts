import { sql, type Kysely } from 'kysely'

/** Alarms about which every message and call of the rules has failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table alarm_unreached (alarm_id bigint primary key, at timestamptz not null, reached_at timestamptz)`.execute(db)
}
