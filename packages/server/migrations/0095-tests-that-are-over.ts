import { sql, type Kysely } from 'kysely'

/** A test that was ended at a time which is yet to come was ended before the clock was set back: it is over, and marks no fire of the hour that comes again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace function is_on_test(project bigint, gateway bigint, device bigint, point text, first_at timestamptz, last_at timestamptz)
       returns boolean language sql stable as $$
         /* the point of an unregistered device has a slash: g17/code */
         select project is not null and strpos(point, '/') = 0 and exists (
           select from project_test t
           where t.project_id = is_on_test.project and t.from_at <= is_on_test.first_at
             and is_on_test.last_at < least(t.to_at, coalesce(t.ended_at, t.to_at))
             /* two processes are not a minute apart */
             and coalesce(t.ended_at, '-infinity') <= now() + interval '1 minute'
             and (t.whole or device = any (t.device_ids)
               or (device is null and gateway = any (t.gateway_ids))
               or exists (select from device d where d.id = device and d.gateway_id = any (t.gateway_ids))))
       $$`,
    )
    .execute(db)
}
