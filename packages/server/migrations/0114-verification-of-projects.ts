import { sql, type Kysely } from 'kysely'

/** Whether the premises are called before a fire counts as one, who asks for that, and for how long at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table project add column call_first boolean not null default false, add column verify_asked_by text, add column verify_within_s integer`,
    )
    .execute(db)
}
