import { sql, type Kysely } from 'kysely'

/** Whom a provider has refused since it last accepted a message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notify_provider add column refused text[] not null default '{}'`.execute(db)
}
