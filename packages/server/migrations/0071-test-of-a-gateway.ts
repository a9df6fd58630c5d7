import { sql, type Kysely } from 'kysely'

/** A device that is bound to no gateway, such as one just installed from a phone, is on test with the gateway that hears it. As before (0031), whatever is in doubt is real. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(onTest).execute(db)
}

const onTest = `
create or replace function is_on_test(project bigint, gateway bigint, device bigint, point text, first_at timestamptz, last_at timestamptz)
returns boolean language sql stable as $$
  /* the point of an unregistered device has a slash: g17/code */
  select project is not null and strpos(point, '/') = 0 and exists (
    select from project_test t
    where t.project_id = is_on_test.project and t.from_at <= is_on_test.first_at and is_on_test.last_at < least(t.to_at, coalesce(t.ended_at, t.to_at))
      and (t.whole or device = any (t.device_ids)
        or (device is null and gateway = any (t.gateway_ids))
        or exists (select from device d where d.id = device and coalesce(d.gateway_id, is_on_test.gateway) = any (t.gateway_ids))))
$$;
`
