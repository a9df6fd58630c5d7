import { sql, type Kysely } from 'kysely'
import type { Tables } from '../packages/server/src/tables/index.ts'

const owners = (paths: readonly string[]) =>
  sql.join(paths.map((path, n) => sql`(${sql.lit(n)}, ${path}, ${sql.lit(Number(path.split('.').at(-1)))}::bigint)`))

/** One project for twenty devices and one gateway for ten, spread over the companies, with the shares of states that a real platform has. */
export const fillDevices = async (db: Kysely<Tables>, paths: readonly string[], devices: number): Promise<void> => {
  const run = (text: ReturnType<typeof sql>) => text.execute(db)
  await run(sql`insert into project_type (code, name_zh, name_en) values ('BENCH', '办公楼', 'Office')`)
  await run(
    sql`insert into device_series (code, name, network) select 'BENCH' || i, 'Bench ' || i, 'lora' from generate_series(1, 5) i`,
  )
  await run(sql`
    insert into device_model (series_id, code, name, is_gateway)
    select s.id, s.code || '-' || i, 'Bench ' || i, i = 4 from device_series s cross join generate_series(1, 4) i where s.code like 'BENCH%'`)
  await run(sql`
    with owner (n, path, company_id) as (values ${owners(paths)}),
      made as (insert into customer (company_id, path, name)
        select company_id, path, 'Customer ' || i from generate_series(1, ${sql.lit(devices / 20)}) i
        join owner on owner.n = i % ${sql.lit(paths.length)} returning id, company_id, path)
    insert into project (company_id, path, customer_id, code, name, type_id, status, audit, maintenance_years, inspection_cycle_days,
      maintenance_cycle_days, address, province, city, due_at, created_at, stopped, applied_at)
    select company_id, path, id, 'PB' || id, '港湾大厦' || id, (select max(id) from project_type),
      (array['maintenance', 'maintenance', 'installing', 'overmaintenance', 'uninstall'])[1 + n % 5],
      case when n % 100 = 0 then 'pending' when n % 333 = 0 then 'rejected' else 'approved' end, 1, 30, 90, '解放路 ' || n, '510000', '510100',
      now() + interval '1 day' * (n % 700 - 100), now() - interval '700 days' * (1 - n::float8 / ${sql.lit(devices / 20)}), n % 250 = 3, now() - interval '1 hour' * n
    from (select made.*, row_number() over (order by id) as n from made) made`)
  await run(sql`
    insert into gateway (company_id, path, customer_id, project_id, model_id, code, name, secret_hash, activated_at, online, last_seen_at, firmware,
      created_at, bound_at, enabled)
    select company_id, path, case when stock then null else customer_id end, case when stock then null else id end,
      (select ids[1 + n % array_length(ids, 1)] from (select array_agg(id order by id) as ids from device_model where is_gateway) m),
      'GB' || id || '-' || i, '网关 ' || n, decode('00', 'hex'), case when n % 50 > 0 then now() end, n % 40 > 0, now() - interval '1 second' * (n % 600),
      '1.' || n % 20 || '.0', now() - interval '700 days' * random(), case when stock then null else now() end, n % 500 > 0
    from (select project.*, i, row_number() over (order by project.id, i) as n from project cross join generate_series(1, 2) i) p
    cross join lateral (select n % 25 = 0 as stock) s`)
  await run(sql`
    insert into device (company_id, path, customer_id, project_id, gateway_id, model_id, code, name, room_number, online, low_power, battery,
      last_seen_at, bound_at, batch, replace_by, enabled, disabled_until, disabled_reason, scrapped_at, stocked_at)
    select company_id, path, case when stock then null else customer_id end, case when stock then null else project_id end,
      case when stock then null else gateway_id end,
      (select ids[1 + n % array_length(ids, 1)] from (select array_agg(id order by id) as ids from device_model where not is_gateway) m),
      'DB' || lpad(n::text, 8, '0'), '烟感 ' || n, (100 + n % 900)::text, n % 40 > 0, n % 130 = 0, 5 + n % 95,
      now() - interval '1 minute' * (n % 3000), case when stock then null else now() end, 'B' || n / 5000,
      current_date + (n % 3000)::integer, n % 700 > 0, case when n % 700 = 0 then now() + interval '3 days' end,
      case when n % 700 = 0 then 'Dust' end, case when n % 400 = 1 then now() end, now() - interval '600 days' * (1 - n::float8 / ${sql.lit(devices)})
    from (select project.company_id, project.path, project.customer_id, project.id as project_id, gateway.id as gateway_id,
        row_number() over (order by project.id, i) as n
      from project left join (select project_id, min(id) as id from gateway group by project_id) gateway on gateway.project_id = project.id
      cross join generate_series(1, 20) i) p
    cross join lateral (select n % 30 = 0 or n % 400 = 1 as stock) s order by n`)
  await run(sql`
    insert into alarm (company_id, path, customer_id, project_id, device_id, type_id, level, state, source_active, source_format, source_code, first_at, last_at)
    select company_id, path, customer_id, project_id, id, (select min(id) from alarm_type), 'fire', 'unconfirmed', true, 'CID', '1111', now(), now()
    from device where id % 1000 = 7 and project_id is not null`)
  await run(sql`
    insert into fault (company_id, path, customer_id, project_id, device_id, point, type_id, source_format, source_code, first_at, last_at)
    select company_id, path, customer_id, project_id, id, 'd' || id, (select min(id) from fault_type), 'EW', case when online then 'tamper' else 'offline' end, now(), now()
    from device where (id % 300 = 8 or not online) and project_id is not null`)
  await run(sql`
    insert into device_trace (at, company_id, path, customer_id, project_id, device_id, code, step, source)
    select device.stocked_at + s.n * interval '1 day', company_id, path, customer_id, project_id, id, code, s.step, 'console' from device
    cross join (values (0, 'imported'), (1, 'stocked'), (3, 'bound')) s (n, step) order by 1`)
  await run(sql`
    insert into sign_site (company_id, path, customer_id, project_id, name, address)
    select company_id, path, customer_id, id, '北门 ' || i || ' ' || id, address from project cross join generate_series(1, 2) i`)
  await run(sql`
    insert into unknown_report (kind, key, gateway_id, gateway_code, company_id, path, project_id, device_code, may_be_alarm, count, first_at, last_at, last_report, handled_at)
    select 'unknownDevice', 'U' || id, id, code, company_id, path, project_id, 'U' || id, id % 2 = 0, 1, now(), now() - interval '1 minute' * (id % 50000), '{}',
      case when id % 3 > 0 then now() end from gateway where project_id is not null`)
  // What autovacuum does within a minute after such a load.
  await run(sql`vacuum analyze`)
}
