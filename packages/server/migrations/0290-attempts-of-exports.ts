import { sql, type Kysely } from 'kysely'

/** How often an export was begun: one that its process dies of is not begun without end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table export_job add column attempts integer not null default 0').execute(db)
}
