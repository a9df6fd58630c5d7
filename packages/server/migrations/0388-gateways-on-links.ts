import { sql, type Kysely } from 'kysely'

/** Gateways that connect in a language of their own are known by an address, and by where they connect from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table gateway add column link_address text, add column allowed_sources text[] not null default '{}', add column link_key bytea;
       create unique index gateway_link_address on gateway (link_address) where deleted_at is null`,
    )
    .execute(db)
}
