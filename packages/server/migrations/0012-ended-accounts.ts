import { sql, type Kysely } from 'kysely'

/** Few accounts have an end: those whose end has passed are picked out of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index account_ended on account (type, valid_until) include (path)
    where valid_until is not null and deleted_at is null`.execute(db)
}
