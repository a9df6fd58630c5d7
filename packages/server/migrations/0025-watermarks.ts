import { sql, type Kysely } from 'kysely'

/** Whether a company's people see their name and the time across every page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table company_config add column watermark boolean not null default false`.execute(db)
}
