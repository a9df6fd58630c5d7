import { sql, type Kysely } from 'kysely'
import type { Tables } from '../packages/server/src/tables/index.ts'

/** One in this many orders is not closed. */
const openShare = 50
const engineers = 400

const owners = (paths: readonly string[]) =>
  sql.join(paths.map((path, n) => sql`(${sql.lit(n)}, ${path}, ${sql.lit(Number(path.split('.').at(-1)))}::bigint)`))

/** Projects with devices for each of the companies, and many orders of the four kinds of the last two years, each with devices, engineer and history. */
export const fillOrders = async (db: Kysely<Tables>, paths: readonly string[], orders: number): Promise<void> => {
  const places = Math.max(paths.length, Math.min(5_000, orders / 100))
  await sql`insert into project_type (code, name_zh, name_en) values ('BENCH', '办公楼', 'Office')`.execute(db)
  await sql`insert into device_series (code, name, network) values ('BENCH', 'Bench', 'lora')`.execute(db)
  await sql`insert into device_model (series_id, code, name) select id, 'BENCH', 'Bench' from device_series where code = 'BENCH'`.execute(
    db,
  )
  await sql`
    with owner (n, path, company_id) as (values ${owners(paths)}),
      made as (insert into customer (company_id, path, name)
        select company_id, path, 'Customer ' || i from generate_series(1, ${sql.lit(places)}) i
        join owner on owner.n = i % ${sql.lit(paths.length)} returning id, company_id, path)
    insert into project (company_id, path, customer_id, code, name, type_id, status, audit, maintenance_years, inspection_cycle_days, maintenance_cycle_days)
    select company_id, path, made.id, 'PB' || made.id, '港湾大厦' || made.id, (select max(id) from project_type), 'maintenance', 'approved', 1, 30, 90 from made`.execute(
    db,
  )
  await sql`
    insert into device (company_id, path, customer_id, project_id, model_id, code, name, room_number)
    select company_id, path, customer_id, id, (select max(id) from device_model), 'DB' || id || '-' || i, '烟感' || i, i::text
      from project cross join generate_series(1, 8) i`.execute(db)
  await sql`
    with siter as (select id, path from company where type = 'siter')
    insert into account (company_id, path, type, account, name, password_hash)
    select siter.id, siter.path, 'siter', 'benchengineer' || i, '工程师' || i, '' from generate_series(1, ${sql.lit(engineers)}) i cross join siter`.execute(
    db,
  )
  await sql`
    with place as (select *, row_number() over (order by id) - 1 as n, count(*) over () as total from project),
      people as (select array_agg(id order by id) as ids from account where account like 'benchengineer%')
    insert into work_order (kind, code, company_id, path, customer_id, project_id, status, origin, priority, description, due_at, scheduled_from,
      created_at, created_by, updated_at, updated_by, first_response_at, finished_at, completed_by, complete_type, rating)
    select kinds.kind, upper(left(kinds.kind, 1)) || 'B' || i, place.company_id, place.path, place.customer_id, place.id, s.status,
      case when kinds.kind in ('inspect', 'maintenance') then 'plan' when i % 7 = 0 then 'alarm' when i % 900 = 0 then 'feedback' else 'fault' end,
      case when i % 60 = 0 then 'urgent' when i % 9 = 0 then 'high' else 'normal' end, '请检查设备 ' || i % 5000,
      case when i % 11 > 0 then t.at + interval '10 days' end, case when i % 3 = 0 then t.at + interval '2 days' end,
      t.at, people.ids[1 + i % ${sql.lit(engineers)}], t.at + interval '3 days' * (i % 5), people.ids[1 + i % ${sql.lit(engineers)}],
      t.at + interval '1 hour',
      case when s.status in ('complete', 'pending_verify', 'pending_evaluation') then t.at + interval '4 days' end,
      case when s.status = 'complete' then people.ids[1 + i % ${sql.lit(engineers)}] end, case when s.status = 'complete' then 'done' end,
      case when s.status = 'complete' then 5 - (i % 400 = 0)::integer * 3 - (i % 13 = 0)::integer end
    from generate_series(1, ${sql.lit(orders)}) i
    cross join lateral (select (array['install', 'repair', 'inspect', 'maintenance'])[1 + i % 4] as kind) kinds
    cross join lateral (select case when i > ${sql.lit(orders - orders / openShare)}
      then (array['pending_assign', 'pending_receive', 'pending_complete', 'processing', 'pending_verify', 'pending_evaluation', 'on_hold'])[1 + (i / 4) % 7]
      when (i / 4) % 30 = 0 then 'cancelled' else 'complete' end as status) s
    cross join lateral (select now() - interval '700 days' * (1 - i::float8 / ${sql.lit(orders)}) as at) t
    join place on place.n = (i / 4 * 7919::bigint) % place.total
    cross join people order by i`.execute(db)
  await sql`
    insert into order_engineer (order_id, account_id)
    select work_order.id, work_order.created_by from work_order`.execute(db)
  await sql`
    insert into order_device (order_id, device_id, result)
    select o.id, device.id, case when o.status = 'complete' then 'fixed' end from work_order o
    join lateral (select id from device where device.project_id = o.project_id order by id limit 2) device on true`.execute(db)
  await sql`
    insert into order_history (order_id, action, from_status, to_status, actor_id, engineer_ids, at)
    select o.id, step.action, step.from_status, step.to_status, o.created_by, array[o.created_by], o.created_at + step.n * interval '1 hour'
    from work_order o cross join (values (1, 'create', null, 'pending_receive'), (2, 'receive', 'pending_receive', 'pending_complete'),
      (3, 'start', 'pending_complete', 'processing'), (4, 'complete', 'processing', 'pending_verify')) as step (n, action, from_status, to_status)`.execute(
    db,
  )
  // What autovacuum does within a minute after such a load.
  await sql`vacuum analyze`.execute(db)
}
