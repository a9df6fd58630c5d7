import { sql, type Kysely } from 'kysely'

/** Files that a message task sends along, and those of each in-site message: its receiver may read them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message_task add column files text[] not null default '{}'`.execute(db)
  await sql`alter table message add column attached text[]`.execute(db)
}
