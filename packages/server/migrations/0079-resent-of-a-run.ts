import { sql, type Kysely } from 'kysely'

/** What is sent again by hand belongs to no run of a rule, but the first one did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table message_record add column resent_run_id bigint').execute(db)
}
