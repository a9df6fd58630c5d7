import { sql, type Kysely } from 'kysely'

/** Words by which people find devices. The index holds those that have any, so that the others cost nothing when they report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table device add column tags text[] not null default '{}';
       create index device_tags on device using gin (tags) where tags <> '{}' and deleted_at is null`,
    )
    .execute(db)
}
