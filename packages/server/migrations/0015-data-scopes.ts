import { sql, type Kysely } from 'kysely'

/** A role opens the rows of the company and all below it, or of the company alone; the widest of an account's roles counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role add column data_scope text not null default 'branch' check (data_scope in ('branch', 'company'))`.execute(
    db,
  )
}
