import { sql, type Kysely } from 'kysely'

/** Message tasks for kinds of accounts; whom a task is for is settled when it begins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
/* what the accounts have in common that it is for */
alter table message_task add column filter jsonb;
/* the newest account when it began: whoever comes later is not told */
alter table message_task add column last_account bigint;
`
