import { sql, type Kysely } from 'kysely'

/** Hours of a project in which nobody is woken but for a fire. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table project add column quiet_hours jsonb').execute(db)
}
