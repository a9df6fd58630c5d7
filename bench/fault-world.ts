import { sql, type Kysely } from 'kysely'
import type { Tables } from '../packages/server/src/tables/index.ts'

export interface FaultWorldSize {
  readonly faults: number
  readonly orders: number
  readonly devices: number
}

/** One in this many faults is not solved; a tenth of those is under an order. */
const openShare = 50

const owners = (paths: readonly string[]) =>
  sql.join(paths.map((path, n) => sql`(${sql.lit(n)}, ${path}, ${sql.lit(Number(path.split('.').at(-1)))}::bigint)`))

/** Projects with a gateway and devices for each of the companies, and many faults and repair orders of the last two years. */
export const fillFaults = async (db: Kysely<Tables>, paths: readonly string[], size: FaultWorldSize): Promise<void> => {
  await sql`insert into project_type (code, name_zh, name_en) values ('BENCH', '办公楼', 'Office')`.execute(db)
  await sql`insert into device_series (code, name, network) values ('BENCH', 'Bench', 'lora')`.execute(db)
  await sql`insert into device_model (series_id, code, name) select id, 'BENCH', 'Bench' from device_series where code = 'BENCH'`.execute(
    db,
  )
  await sql`
    with owner (n, path, company_id) as (values ${owners(paths)}),
      made as (insert into customer (company_id, path, name) select company_id, path, 'Customer ' || n from owner returning id, company_id, path)
    insert into project (company_id, path, customer_id, code, name, type_id, status, audit, maintenance_years, inspection_cycle_days, maintenance_cycle_days)
    select company_id, path, made.id, 'PB' || made.id, '港湾大厦' || made.id, (select max(id) from project_type), 'maintenance', 'approved', 1, 30, 90 from made`.execute(
    db,
  )
  await sql`
    insert into gateway (company_id, path, customer_id, project_id, model_id, code, name, secret_hash)
    select company_id, path, customer_id, id, (select max(id) from device_model), 'GB' || id, 'Gateway', ''::bytea from project`.execute(
    db,
  )
  await sql`
    with place as (select *, row_number() over (order by id) - 1 as n, count(*) over () as total from gateway)
    insert into device (company_id, path, customer_id, project_id, model_id, gateway_id, code, name, room_number)
    select company_id, path, customer_id, project_id, model_id, id, 'DB' || i, '烟感' || i, (i % 900)::text
      from generate_series(1, ${sql.lit(size.devices)}) i join place on place.n = i % (select count(*) from gateway)`.execute(db)
  // The last faults of each device and kind may be open, the earlier ones are solved.
  await sql`
    with place as (select *, row_number() over (order by id) - 1 as n from device),
      kind as (select id, row_number() over (order by id) - 1 as n, count(*) over () as total from fault_type where enabled)
    insert into fault (company_id, path, customer_id, project_id, gateway_id, device_id, point, type_id, state, source_format, source_code,
      repeat_count, first_at, last_at, solved_at, solved_way)
    select place.company_id, place.path, place.customer_id, place.project_id, place.gateway_id, place.id, 'd' || place.id, kind.id,
      case when open.yes then 'pending' else 'solved' end, 'EW', 'sensor', i % 7, at, at + interval '1 hour',
      case when open.yes then null else at + interval '2 hours' end, case when open.yes then null else 'restored' end
    from generate_series(1, ${sql.lit(size.faults)}) i
    join place on place.n = i % ${sql.lit(size.devices)}
    cross join lateral (select id from kind where kind.n = (i / ${sql.lit(size.devices)}) % kind.total) kind
    cross join lateral (select i > ${sql.lit(size.faults - Math.min(size.devices, size.faults / openShare))} as yes,
      now() - interval '700 days' * (1 - i::float8 / ${sql.lit(size.faults)}) as at) open`.execute(db)
  await sql`
    with place as (select *, row_number() over (order by id) - 1 as n, count(*) over () as total from project)
    insert into work_order (kind, code, company_id, path, customer_id, project_id, status, origin, description, created_at, updated_at, finished_at)
    select 'repair', 'RB' || i, company_id, path, customer_id, id, case when (i / place.total) % 40 = 0 then 'processing' else 'complete' end, 'fault', '请检查', at, at,
      case when (i / place.total) % 40 = 0 then null else at + interval '1 day' end
    from generate_series(1, ${sql.lit(size.orders)}) i join place on place.n = i % place.total
    cross join lateral (select now() - interval '700 days' * (1 - i::float8 / ${sql.lit(size.orders)}) as at) t`.execute(db)
  await sql`
    with busy as (select id, project_id, row_number() over (partition by project_id order by id) as n from fault where state = 'pending'),
      orders as (select id, project_id, row_number() over (partition by project_id order by id desc) as n from work_order where status = 'processing')
    insert into order_fault (order_id, fault_id) select orders.id, busy.id from busy join orders using (project_id, n)`.execute(
    db,
  )
  await sql`update fault set state = 'processing', order_id = linked.order_id from order_fault linked where linked.fault_id = fault.id`.execute(
    db,
  )
  // What autovacuum does within a minute after such a load.
  await sql`vacuum analyze`.execute(db)
}
