import { sql, type Kysely } from 'kysely'

/** What people of a project say on the phone to be believed, and what they say under duress; sealed with the key of the data directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table caller_password (
         project_id bigint primary key references project(id),
         password bytea not null,
         duress bytea,
         updated_at timestamptz(3) not null,
         updated_by bigint
       )`,
    )
    .execute(db)
}
