import { sql, type Kysely } from 'kysely'

/** To whom a provider's last SMS did not arrive, by its own receipts, since one did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notify_provider add column undelivered text[] not null default '{}'`.execute(db)
}
