import { sql, type Kysely } from 'kysely'

/** Alarms about which every message and call of the rules has failed, and what is looked up for each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table alarm_unreached (alarm_id bigint primary key, at timestamptz not null, reached_at timestamptz);
       create index message_record_folded on message_record (folded_into) where folded_into is not null;
       create index message_record_system on message_record (account_id, created_at) where cause = 'system'`,
    )
    .execute(db)
}
