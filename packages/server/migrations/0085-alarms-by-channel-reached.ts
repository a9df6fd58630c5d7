import { sql, type Kysely } from 'kysely'

/**
 * Alarms by the channels over which somebody was reached. What stands beside the alarms is copied to them by a job (list-reached.ts), what is there already as
 * well: no start waits for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const channels = ['app', 'sms', 'voice', 'mail']
  await sql
    .raw(
      `alter table alarm_reached add column listed boolean not null default false;
       create index alarm_reached_unlisted on alarm_reached (alarm_id) where not listed;
       alter table alarm add column reached text[] not null default '{}';
       ${channels.map((channel) => `create index alarm_reached_${channel} on alarm (first_at desc, id desc) include (path) where reached @> '{${channel}}'`).join(';\n')}`,
    )
    .execute(db)
}
