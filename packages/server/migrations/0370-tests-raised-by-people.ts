import { sql, type Kysely } from 'kysely'

/** Test alarms that a person raises, so that people see what an alarm looks like; and what an administrator has said about setting up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table alarm add column tried_by bigint;
       create index alarm_tried on alarm (id) where tried_by is not null;
       create table set_up (
         id integer primary key default 1 check (id = 1),
         hidden_at timestamptz, hidden_by bigint,
         backup_confirmed_at timestamptz, backup_confirmed_by bigint)`,
    )
    .execute(db)
}
