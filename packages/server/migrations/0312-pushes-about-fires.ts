import { sql, type Kysely } from 'kysely'

/** Pushes about fires, which do not wait for the long pauses of an endpoint that was down. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table push_delivery add column fire boolean not null default false;
       update push_delivery set fire = true where state = 'waiting' and push_event like 'alarm.%' and request #>> '{data,alarm,level}' = 'fire';
       create index push_delivery_fire on push_delivery (endpoint_id, due_at, id) where state = 'waiting' and fire`,
    )
    .execute(db)
}
