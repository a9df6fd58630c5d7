import { sql, type Kysely } from 'kysely'

/** What providers said last about the numbers that a company calls: whether one was ever reached, and whether the last message or call could not be delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table called_number (
         company_id bigint not null references company (id) on delete cascade,
         digest bytea not null,
         reached_at timestamptz,
         missed_at timestamptz,
         missed_for text,
         primary key (company_id, digest)
       )`,
    )
    .execute(db)
}
