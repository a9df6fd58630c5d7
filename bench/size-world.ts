import { sql, type Kysely } from 'kysely'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { addCallers, addMonths, addSites, callers, companies } from './alarm-world.ts'
import { addTreeOfSize, withoutIndexes, type Tree } from './tree-world.ts'

/** How many rows there are, spread evenly over the months. */
export interface WorldSize {
  readonly alarms: number
  readonly faults: number
  readonly orders: number
}

/** The rows that are asked for: they belong to the small agent's busiest place, so that its page is full in a small world as well. */
export interface SizeWorld extends Tree {
  readonly projectId: number
  readonly projectName: string
  readonly customerId: number
  readonly gatewayId: number
  readonly deviceId: number
  readonly deviceCode: string
  readonly engineerId: number
  readonly alarmId: number
  readonly openAlarmId: number
  readonly oldAlarmId: number
  /** Cursors in the middle of the lists. */
  readonly middleAlarm: string
  readonly middleFault: string
  readonly faultId: number
  readonly openFaultId: number
  readonly orderId: number
  readonly orderCode: string
  readonly feedbackId: number
}

export const months = 24
const engineers = 400
/** Reports, MQTT messages and messages to people are kept for one in this many of the alarms, the newest. */
const reportedShare = 25
/** Open alarms and orders are among the newest: one in this many is new. */
const newShare = 50

const lit = (value: number) => sql.lit(Math.floor(value))
/** The same number for the same row in every run. */
const hash = (seed: number) => sql`(hashint8extended(i::bigint, ${lit(seed)}) & 2147483647)`
const at = (rows: number) => sql`(now() - interval '1 month' * ${lit(months)} * (1 - i::float8 / ${lit(rows)}))`
const every = (rows: number, some: number): number => Math.max(1, Math.floor(rows / some))

/**
 * Numbers the places in a table of its own: first those of the small agent, and of these first the busy project, and of that first
 * the busy device.
 */
const addPlaces = async (db: Kysely<Tables>, tree: Tree): Promise<void> => {
  await addSites(db)
  await sql`
    insert into device_model (series_id, code, name, is_gateway) select id, 'bench-gw', 'Bench gateway', true from device_series where code = 'bench'`.execute(
    db,
  )
  await sql`
    insert into gateway (company_id, path, customer_id, project_id, model_id, code, name, secret_hash, bound_at)
    select company_id, path, customer_id, id, (select max(id) from device_model), 'SG' || id, '网关 ' || id, ''::bytea, now() from project`.execute(
    db,
  )
  await sql`update device set gateway_id = gateway.id from gateway where gateway.project_id = device.project_id`.execute(db)
  await sql`
    insert into sign_site (company_id, path, customer_id, project_id, name, address)
    select company_id, path, customer_id, id, '北门 ' || id, address from project`.execute(db)
  await sql`create table bench_place as
    select row_number() over (order by path like ${`${tree.agent}%`} desc, id) - 1 as n, id, company_id, path, customer_id, project_id, gateway_id from device`.execute(
    db,
  )
  await sql`create unique index on bench_place (n)`.execute(db)
  await sql`create unique index on bench_place (id)`.execute(db)
  await sql`create index on bench_place (project_id)`.execute(db)
  await sql`
    insert into account (company_id, path, type, account, name, password_hash)
    select id, path, 'siter', 'bench.engineer' || i, '工程师' || i, '' from company cross join generate_series(1, ${lit(engineers)}) i where type = 'siter'`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
}

const addAlarms = async (db: Kysely<Tables>, rows: number): Promise<void> => {
  const fresh = rows / newShare
  const open = every(fresh, 20 + rows / 5_000)
  const busy = every(rows, 30 + rows / 5_000)
  await withoutIndexes(db, ['alarm'], async () => {
    await sql`
      with kinds as (select array_agg(id order by id) as ids from alarm_type), people as (select min(id) as id from account)
      insert into alarm (company_id, path, customer_id, project_id, gateway_id, device_id, type_id, level, state, source_active, test, source_format,
        source_code, report_id, first_at, last_at, stored_at, device_time, repeat_count, acknowledge_due_at, close_due_at, breached_at, restored_at,
        shown_at, confirmed_at, confirmed_by, closed_at, closed_by, handle_way, cause, note, updated_at)
      select site.company_id, site.path, site.customer_id, site.project_id, site.gateway_id, site.id,
        kinds.ids[1 + (h.a % 97 % array_length(kinds.ids, 1))], case when h.a % 5 < 3 then 'fire' when h.a % 5 = 3 then 'warning' else 'notice' end,
        s.state, s.open and h.b % 3 > 0, h.b % 300 = 0, 'CID', '1111', case when i > ${lit(rows - rows / reportedShare)} then i end,
        t.at, t.at + interval '20 seconds' * (h.a % 4), t.at, t.at - interval '1 second', h.a % 4,
        case when s.state = 'unconfirmed' then t.at + interval '1 minute' end, case when s.open then t.at + interval '30 minutes' end,
        case when h.b % 20 = 0 then t.at + interval '1 minute' end, case when not s.open then t.at + interval '5 minutes' end, t.at + interval '300 milliseconds',
        case when s.state <> 'unconfirmed' then t.at + interval '1 minute' end, case when s.state <> 'unconfirmed' then people.id end,
        case when not s.open then t.at + interval '9 minutes' end, case when not s.open then people.id end,
        case when s.state = 'cleared' then (array['onSite', 'onSite', 'onSite', 'byPhone', 'selfRestored', 'selfRestored', 'drill', 'other'])[1 + h.a % 8] end,
        case when s.state = 'misreport' then (array['cooking', 'smoking', 'steam', 'dust', 'insects', 'construction', 'deviceDefect', 'unknown'])[1 + h.a % 8] end,
        case when not s.open then '已到现场检查，恢复正常' end, t.at + interval '9 minutes'
      from generate_series(1, ${lit(rows)}) i
      cross join lateral (select ${hash(1)} as a, ${hash(2)} as b, ${hash(3)} as c, ${at(rows)} as at) h
      cross join lateral (select h.at, i > ${lit(rows - fresh)} and i % ${lit(open)} = 0 as open, (i - ${lit(rows - fresh)}) / ${lit(open)} as nth) t
      cross join lateral (select t.open, case when t.open then (array['unconfirmed', 'confirmed'])[1 + h.b % 2]
        when h.b % 10 = 0 then 'misreport' else 'cleared' end as state) s
      join bench_place site on site.n = case when t.open and t.nth % 3 = 0 and t.nth < 60 then t.nth % 800
        when i % ${lit(busy)} = 0 then case when i / ${lit(busy)} % 3 = 0 then 0 else 1 + i / ${lit(busy)} % 19 end
        else h.c % (select count(*) from bench_place) end
      cross join kinds cross join people`.execute(db)
  })
  await sql`insert into alarm_open (point, type_id, alarm_id, first_at)
    select distinct on (device_id, type_id) 'd' || device_id, type_id, id, first_at from alarm where state in ('unconfirmed', 'confirmed')`.execute(
    db,
  )
  await sql`vacuum analyze alarm`.execute(db)
}

/** What happened to the alarms, the messages that the newest came in, and who was notified of them. */
const addJourneys = async (db: Kysely<Tables>): Promise<void> => {
  await withoutIndexes(db, ['alarm_journey', 'report', 'mqtt_log', 'message_record', 'alarm_breach'], async () => {
    await sql`
      insert into alarm_journey (alarm_id, at, step, actor_id, detail)
      select alarm.id, case when n = 0 then first_at else closed_at end, case when n = 0 then 'stored' when state = 'misreport' then 'misreport' else 'cleared' end,
        case when n = 1 then closed_by end, case when n = 0 then jsonb_build_object('received', first_at, 'decoded', first_at) else '{}' end
      from alarm cross join generate_series(0, 1) n where n = 0 or closed_at is not null`.execute(db)
    await sql`
      insert into alarm_breach (alarm_id, alarm_first_at, clock, due_at, answered_at, answered_by)
      select id, first_at, 'acknowledge', breached_at, confirmed_at, confirmed_by from alarm where breached_at is not null and id % 2 = 0`.execute(
      db,
    )
    await sql`
      insert into report (id, received_at, gateway_id, device_id, device_code, sequence, position, format, code, type, device_time)
      select report_id, first_at, gateway_id, device_id, 'SD' || project_id || '-' || device_id, id, 0, 'CID', '1111', 'alarm', device_time
      from alarm where report_id is not null`.execute(db)
    await sql`
      insert into mqtt_log (at, path, gateway_id, client, topic, direction, payload, result)
      select first_at, path, gateway_id, 'SG' || project_id, 'ew/v1/SG' || project_id || '/report', 'up',
        '{"seq":' || id || ',"reports":[{"device":"SD' || project_id || '-' || device_id || '","format":"CID","code":"1111"}]}', 'stored'
      from alarm where report_id is not null`.execute(db)
    await sql`
      insert into message_record (created_at, company_id, path, customer_id, project_id, alarm_id, cause, event, fire, priority, channel, receiver, phone,
        title, content, state, sent_at, delivered_at)
      select first_at, company_id, path, customer_id, project_id, id, 'rule', 'alarm', level = 'fire', 0, channel, '值班员', '13900000000', '火警', '火警：' || id,
        'delivered', first_at + interval '1 second', first_at + interval '4 seconds'
      from alarm cross join (values ('sms'), ('voice')) as c (channel) where report_id is not null`.execute(db)
  })
  for (const table of ['alarm_journey', 'report', 'mqtt_log', 'message_record', 'alarm_breach'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

const addFaults = async (db: Kysely<Tables>, rows: number): Promise<void> => {
  const open = every(rows / newShare, 20 + rows / 500)
  const busy = every(rows, 30 + rows / 5_000)
  await withoutIndexes(db, ['fault'], async () => {
    await sql`
      with kinds as (select array_agg(id order by id) as ids from fault_type where enabled), total as (select count(*) as n from bench_place),
        people as (select min(id) as id from account)
      insert into fault (company_id, path, customer_id, project_id, gateway_id, device_id, point, type_id, state, test, source_format, source_code,
        repeat_count, first_at, last_at, restored_at, solved_at, solved_by, solved_way, note, snoozed_until, snoozed_at, snoozed_by, snooze_reason, snoozed_repeats)
      select site.company_id, site.path, site.customer_id, site.project_id, site.gateway_id, site.id, 'd' || site.id,
        kinds.ids[case when t.at_agent then 1 when t.open then 2 else 1 + (h.a % 97 % array_length(kinds.ids, 1)) end],
        case when t.open then 'pending' else 'solved' end, not t.open and h.b % 300 = 0, 'EW', 'sensor', h.a % 7, h.at, h.at + interval '1 hour',
        case when w.way = 'restored' then h.at + interval '2 hours' end, case when not t.open then h.at + interval '2 hours' end,
        case when w.way = 'byHand' then people.id end, w.way, case when w.way = 'byHand' then '已清洁' end,
        case when t.snoozed then now() + interval '20 days' end, case when t.snoozed then h.at + interval '1 day' end,
        case when t.snoozed then people.id end, case when t.snoozed then '等待备件' end, case when t.snoozed then h.a % 7 end
      from generate_series(1, ${lit(rows)}) i
      cross join lateral (select ${hash(4)} as a, ${hash(5)} as b, ${hash(6)} as c, ${at(rows)} as at) h
      cross join lateral (select i > ${lit(rows - rows / newShare)} and i % ${lit(open)} = 0 as open, (i - ${lit(rows - rows / newShare)}) / ${lit(open)} as nth) o
      cross join lateral (select o.open, o.nth, o.open and o.nth % 4 = 0 and o.nth < 100 as at_agent, o.open and o.nth % 10 = 4 as snoozed) t
      cross join lateral (select case when t.open then null when h.b % 30 = 0 then 'repairOrder' when h.b % 5 = 0 then 'byHand' else 'restored' end as way) w
      cross join total cross join kinds cross join people
      join bench_place site on site.n = case when t.at_agent then t.nth / 4 when t.open then 800 + t.nth * 4 % (total.n - 800)
        when i % ${lit(busy)} = 0 then case when i / ${lit(busy)} % 3 = 0 then 0 else 1 + i / ${lit(busy)} % 19 end
        else h.c % total.n end`.execute(db)
  })
  await sql`vacuum analyze fault`.execute(db)
}

const orderTables = [
  'work_order',
  'order_engineer',
  'order_device',
  'order_history',
  'order_site',
  'order_part',
  'order_fault',
  'user_feedback',
]

const addOrders = async (db: Kysely<Tables>, { orders: rows, alarms }: WorldSize): Promise<void> => {
  const busy = every(rows / 4, (60 + rows / 5_000) / 4)
  const open = rows - rows / newShare
  await withoutIndexes(db, orderTables, async () => {
    await sql`
      with people as (select array_agg(id order by id) as ids from account where account like 'bench.engineer%'), total as (select count(*) / 20 as n from bench_place)
      insert into work_order (kind, code, company_id, path, customer_id, project_id, status, origin, priority, description, alarm_id, due_at, scheduled_from,
        created_at, created_by, updated_at, updated_by, first_response_at, finished_at, completed_by, complete_type, complete_note, rating, held_from,
        hold_reason, cause, labour_minutes)
      select kinds.kind, upper(left(kinds.kind, 1)) || 'B' || i, place.company_id, place.path, place.customer_id, place.project_id, s.status,
        case when kinds.kind in ('inspect', 'maintenance') then 'plan' when i % 7 = 0 then 'alarm' when h.b % 900 = 0 then 'feedback' else 'fault' end,
        case when h.b % 60 = 0 then 'urgent' when h.b % 9 = 0 then 'high' else 'normal' end, '请检查设备 ' || h.a % 5000,
        case when kinds.kind = 'repair' and i % 7 = 0 then 1 + h.b % ${lit(alarms)} end,
        case when h.a % 11 > 0 then h.at + interval '10 days' end, case when h.a % 3 = 0 then h.at + interval '2 days' end,
        h.at, w.who, h.at + interval '1 day' * (h.b % 5), w.who, h.at + interval '1 hour',
        case when s.status in ('complete', 'pending_verify', 'pending_evaluation') then h.at + interval '4 days' end,
        case when s.status = 'complete' then w.who end, case when s.status = 'complete' then 'fixed' end, case when s.status = 'complete' then '已修复' end,
        case when s.status = 'complete' then 5 - (h.b % 400 = 0)::integer * 3 - (h.b % 13 = 0)::integer end,
        case when s.status = 'on_hold' then 'processing' end, case when s.status = 'on_hold' then '等待备件' end, '灰尘', 30 + h.a % 100
      from generate_series(1, ${lit(rows)}) i
      cross join lateral (select ${hash(7)} as a, ${hash(8)} as b, ${hash(9)} as c, ${at(rows)} as at) h
      cross join lateral (select (array['install', 'repair', 'inspect', 'maintenance'])[1 + i % 4] as kind) kinds
      cross join lateral (select case when i > ${lit(open)}
        then (array['pending_assign', 'pending_receive', 'pending_complete', 'processing', 'pending_verify', 'pending_evaluation', 'on_hold'])[1 + (i / 4) % 7]
        when (i / 4) % 30 = 0 then 'cancelled' else 'complete' end as status) s
      cross join total cross join people
      cross join lateral (select people.ids[1 + h.a % ${lit(engineers)}] as who) w
      join bench_place place on place.n = 20 * case when i > ${lit(open)} and i <= ${lit(open)} + 400 and (i / 4) % 5 = 0 then i / 20 % 40
        when (i / 4) % ${lit(busy)} = 0 then 0 else h.c % total.n end`.execute(db)
    await sql`insert into order_engineer (order_id, account_id) select id, created_by from work_order`.execute(db)
    await sql`
      insert into order_device (order_id, device_id, result)
      select o.id, place.id, case when o.status = 'complete' then 'fixed' end from work_order o
      join (select project_id, min(id) as first from bench_place group by 1) p on p.project_id = o.project_id
      join bench_place place on place.id in (p.first + o.id % 10, p.first + 10 + o.id % 10)`.execute(db)
    await sql`
      insert into order_history (order_id, action, from_status, to_status, actor_id, engineer_ids, at)
      select o.id, step.action, step.from_status, step.to_status, o.created_by, array[o.created_by], o.created_at + step.n * interval '1 hour'
      from work_order o cross join (values (1, 'create', null, 'pending_receive'), (2, 'receive', 'pending_receive', 'pending_complete'),
        (3, 'start', 'pending_complete', 'processing'), (4, 'complete', 'processing', 'pending_verify')) as step (n, action, from_status, to_status)`.execute(
      db,
    )
    await sql`
      insert into order_site (order_id, site_id, signed_at, signed_by)
      select o.id, sign_site.id, o.first_response_at, o.created_by from work_order o join sign_site using (project_id)`.execute(
      db,
    )
    await sql`insert into order_part (order_id, name, quantity) select id, '探测器', 1 from work_order where kind = 'repair'`.execute(
      db,
    )
    await sql`
      insert into user_feedback (company_id, path, customer_id, project_id, state, content, created_at, handled_at, order_id)
      select company_id, path, customer_id, project_id, case when (id / 20) % 50 = 0 then 'pending_handle' else 'handled' end, '烟感误报 ' || id, created_at,
        case when (id / 20) % 50 > 0 then finished_at end, id from work_order where id % 20 = 1`.execute(db)
    await sql`
      with busy as (select id, project_id, row_number() over (partition by project_id order by id) as n from fault where state = 'pending'),
        orders as (select id, project_id, row_number() over (partition by project_id order by id desc) as n from work_order
          where kind = 'repair' and status not in ('complete', 'cancelled'))
      insert into order_fault (order_id, fault_id) select orders.id, busy.id from busy join orders using (project_id, n)`.execute(
      db,
    )
    await sql`update fault set state = 'processing', order_id = linked.order_id from order_fault linked where linked.fault_id = fault.id`.execute(
      db,
    )
  })
  for (const table of [...orderTables, 'fault']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Orders assigned to the callers, as if they were engineers, and an alarm that is opened. */
const addOwnOrders = async (db: Kysely<Tables>): Promise<void> => {
  const { alarmId, orderId } = await readWorld(db)
  await db.updateTable('work_order').set({ alarm_id: alarmId }).where('id', '=', orderId).execute()
  for (const caller of callers) {
    await sql`
      insert into order_engineer (order_id, account_id)
      select o.id, account.id from account cross join unnest(array['install', 'repair', 'inspect', 'maintenance']) kind
      cross join lateral (select id from work_order where work_order.kind = kind.kind and work_order.path like account.path || '%' and deleted_at is null
        order by created_at desc limit 40) o where account = ${`bench.${caller}`} on conflict do nothing`.execute(db)
  }
  // Vacuum again: pages filled while something else ran could not be marked as visible to everybody.
  await sql`vacuum`.execute(db)
}

const done = async (db: Kysely<Tables>, table: string): Promise<boolean> => {
  const { rows } = await sql<{ done: boolean }>`select to_regclass(${table}) is not null as done`.execute(db)
  return rows[0]?.done === true
}

/** Runs each step once, so that a kept world is filled up to where it ended. */
const steps = (size: WorldSize, password: string): Record<string, (db: Kysely<Tables>) => Promise<void>> => ({
  places: async (db) => {
    const tree = await addTreeOfSize(db, companies)
    await addMonths(db, months)
    await addPlaces(db, tree)
    await addCallers(db, tree, password)
    await sql`create table bench_tree as select ${JSON.stringify(tree)}::jsonb as tree`.execute(db)
  },
  alarms: (db) => addAlarms(db, size.alarms),
  journeys: addJourneys,
  faults: (db) => addFaults(db, size.faults),
  orders: (db) => addOrders(db, size),
  own: addOwnOrders,
})

/** Steps that do not depend on each other run at the same time: ten million rows of each take 14 minutes on two cores. */
const order: readonly (readonly (readonly string[])[])[] = [
  [['places']],
  [
    ['alarms', 'journeys'],
    ['faults', 'orders'],
  ],
  [['own']],
]

/** Fills a database with alarms, faults and orders as a system has them after some years. Continues where an earlier run ended. */
export const fillWorld = async (db: Kysely<Tables>, size: WorldSize, password: string): Promise<void> => {
  const all = steps(size, password)
  const run = async (step: string): Promise<void> => {
    const mark = `bench_done_${step}`
    if (await done(db, mark)) return
    const from = performance.now()
    await db.connection().execute(async (one) => {
      // Foreign keys and other triggers of millions of rows cost more than the rows. Companies need theirs.
      if (step !== 'places') await sql`set session_replication_role = replica`.execute(one)
      await sql`set synchronous_commit = off`.execute(one)
      await sql`set maintenance_work_mem = '1GB'`.execute(one)
      await sql`set work_mem = '256MB'`.execute(one)
      await all[step]?.(one)
      await sql`create table ${sql.table(mark)} ()`.execute(one)
    })
    process.stdout.write(`  ${step}: ${Math.round((performance.now() - from) / 1000)} s\n`)
  }
  for (const sideBySide of order)
    await Promise.all(
      sideBySide.map(async (names) => {
        for (const name of names) await run(name)
      }),
    )
}

/** What is asked for. */
export const readWorld = async (db: Kysely<Tables>): Promise<SizeWorld> => {
  const { rows } = await sql<SizeWorld>`
    with tree as (select tree from bench_tree), place as (select * from bench_place where n = 0)
    select tree->>'siter' as siter, tree->>'distributor' as distributor, tree->>'agent' as agent, 0 as "roleId",
      place.project_id as "projectId", place.customer_id as "customerId", place.gateway_id as "gatewayId", place.id as "deviceId",
      (select name from project where id = place.project_id) as "projectName", (select code from device where id = place.id) as "deviceCode",
      (select min(id) from account where account like 'bench.engineer%') as "engineerId",
      (select id from alarm where device_id = place.id and state = 'cleared' order by first_at desc limit 1) as "alarmId",
      (select id from alarm where device_id = place.id order by first_at limit 1) as "oldAlarmId",
      (select id from alarm where state in ('unconfirmed', 'confirmed') and path like (tree->>'agent') || '%' order by first_at desc limit 1) as "openAlarmId",
      (select id from fault where device_id = place.id and state = 'solved' order by first_at desc limit 1) as "faultId",
      (select id from fault where state <> 'solved' and path like (tree->>'agent') || '%' order by first_at desc limit 1) as "openFaultId",
      (select id from work_order where project_id = place.project_id and kind = 'repair' order by created_at desc limit 1) as "orderId",
      (select code from work_order where project_id = place.project_id and kind = 'repair' order by created_at desc limit 1) as "orderCode",
      (select id from user_feedback where path like (tree->>'agent') || '%' order by created_at desc limit 1) as "feedbackId",
      (select json_build_array(to_char(first_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), id)::text from alarm
        where first_at < now() - interval '12 months' order by first_at desc limit 1) as "middleAlarm",
      (select json_build_array(to_char(first_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), id)::text from fault
        where first_at < now() - interval '12 months' order by first_at desc limit 1) as "middleFault"
    from tree cross join place`.execute(db)
  const [world] = rows
  if (!world) throw new Error('the world is not filled')
  const cursor = (text: string): string => Buffer.from(text).toString('base64url')
  return { ...world, middleAlarm: cursor(world.middleAlarm), middleFault: cursor(world.middleFault) }
}
