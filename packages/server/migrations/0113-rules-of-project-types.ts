import { sql, type Kysely } from 'kysely'

/** Notification rules for types of projects: none means all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table notify_rule add column project_type_ids bigint[] not null default '{}'`).execute(db)
}
