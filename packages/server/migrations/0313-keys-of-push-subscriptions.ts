import { sql, type Kysely } from 'kysely'

/** The key that a browser subscribed with, and the browsers to which the last message failed for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table push_subscription add column public_key text;
       create table push_ended (
         endpoint text primary key,
         account_id bigint not null,
         at timestamptz not null,
         reason text not null
       );
       create index push_ended_account on push_ended (account_id, at desc)`,
    )
    .execute(db)
}
