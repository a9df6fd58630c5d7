import { sql, type Kysely } from 'kysely'

/** Breaches of response clocks are listed: each has a number of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alarm_breach add column id bigint generated always as identity unique`.execute(db)
}
