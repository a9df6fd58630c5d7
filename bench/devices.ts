import { sql, type Kysely } from 'kysely'
import { join } from 'node:path'
import { enums } from '@emberwatch/contract'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { pageDevices, pageStock, selectDevices } from '../packages/server/src/features/equipment/device/device.reads.ts'
import {
  pageGatewayPresets,
  pageGateways,
  selectGateways,
} from '../packages/server/src/features/equipment/gateway/gateway.reads.ts'
import { pageTraceLog } from '../packages/server/src/features/equipment/product-trace/trace-log.reads.ts'
import { pageTracedDevices } from '../packages/server/src/features/equipment/product-trace/product-trace.reads.ts'
import {
  pageApplications,
  pageProjects,
  projectDetail,
  selectProjects,
} from '../packages/server/src/features/sites/project/project.reads.ts'
import { pageSignSites } from '../packages/server/src/features/sites/sign-site/sign-site.reads.ts'
import { pageUnknownDevices } from '../packages/server/src/features/equipment/unknown-report/unknown-report.reads.ts'
import type { Ctx } from '../packages/server/src/platform/context.ts'
import { compareSides } from './list-times.ts'
import { addTree, openBenchWorld } from './world.ts'

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

// Times the lists and searches of projects, gateways and devices at many and at few: `node bench/devices.ts [devices]`.
// Filling takes minutes: with `DEVICES_DIR` the worlds are kept there for the next run. `ONLY` is a pattern of the questions' names.

const large = Number(process.argv[2] ?? 1_000_000)
/** A list is compared with one that has this many rows of its own kind; a row stands for so many devices (devices.ts). */
const fewRows = 10_000
const devicesEach = { device: 1, stock: 30, gateway: 10, project: 20 } as const
type Kind = keyof typeof devicesEach

const kept = process.env['DEVICES_DIR']
const wanted = new RegExp(process.env['ONLY'] ?? '')

const openSide = async (devices: number) => {
  const world = await openBenchWorld(kept && join(kept, String(devices)))
  const tree = await addTree(world.db)
  const from = performance.now()
  if (!(await world.db.selectFrom('device').select('id').limit(1).executeTakeFirst())) {
    await fillDevices(world.db, tree.agents, devices)
    console.info(`${devices} devices in ${Math.round((performance.now() - from) / 1000)} s`)
  }
  const device = await world.db
    .selectFrom('device')
    .select(['id', 'code', 'batch', 'model_id', 'project_id', 'gateway_id', 'customer_id'])
    .where('path', '=', tree.agent)
    .where('gateway_id', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { world, tree, device, projectId: device.project_id ?? 0, gatewayId: device.gateway_id ?? 0 }
}
type Side = Awaited<ReturnType<typeof openSide>>
type Question = (ctx: Ctx, side: Side) => Promise<unknown>

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString()

const devices: Record<string, Question> = {
  devices: (ctx) => pageDevices(ctx, {}),
  'devices, page 200': (ctx) => pageDevices(ctx, { pageNum: 200 }),
  ...Object.fromEntries(
    enums.deviceStatus.map((status) => [`devices, ${status}`, (ctx) => pageDevices(ctx, { status })] as [string, Question]),
  ),
  'devices, not online': (ctx) => pageDevices(ctx, { online: false }),
  'devices by code': (ctx) => pageDevices(ctx, { sort: 'code', order: 'asc' }),
  'devices by battery': (ctx) => pageDevices(ctx, { sort: 'battery', order: 'asc' }),
  'devices, battery < 10': (ctx) => pageDevices(ctx, { batteryBelow: 10 }),
  'devices, silent 48 h': (ctx) => pageDevices(ctx, { silentHours: 48 }),
  'devices, disabled': (ctx) => pageDevices(ctx, { enabled: false }),
  'devices, scrapped': (ctx) => pageDevices(ctx, { scrapped: true }),
  'devices, unbound': (ctx) => pageDevices(ctx, { bound: false }),
  'devices, bound': (ctx) => pageDevices(ctx, { bound: true }),
  'devices, replace by': (ctx) => pageDevices(ctx, { replaceBefore: day(-3).slice(0, 10) }),
  'devices, model': (ctx, { device }) => pageDevices(ctx, { model: device.model_id }),
  'devices, batch': (ctx, { device }) => pageDevices(ctx, { batch: device.batch ?? '' }),
  'devices of a project': (ctx, { projectId }) => pageDevices(ctx, { projectId }),
  'devices, code': (ctx, { device }) => pageDevices(ctx, { keyword: device.code }),
  'devices, part of codes': (ctx) => pageDevices(ctx, { keyword: '0077' }),
  'devices, common word': (ctx) => pageDevices(ctx, { keyword: '烟感' }),
  'devices, absent word': (ctx) => pageDevices(ctx, { keyword: '喷淋头' }),
  'devices, room': (ctx) => pageDevices(ctx, { roomNumber: '777' }),
  'devices, a day': (ctx) => pageDevices(ctx, { startTime: day(101), endTime: day(100) }),
  'devices to choose': (ctx, { projectId }) => selectDevices(ctx, { projectId, keyword: '烟' }),
  traced: (ctx) => pageTracedDevices(ctx, {}),
  'traced, installed': (ctx) => pageTracedDevices(ctx, { traceState: 'installed' }),
  'traced, batch': (ctx, { device }) => pageTracedDevices(ctx, { batch: device.batch ?? '' }),
  'traced, range': (ctx) => pageTracedDevices(ctx, { codeFrom: 'DB00000100', codeTo: 'DB00000200' }),
  'traced, keyword': (ctx, { device }) => pageTracedDevices(ctx, { keyword: device.code }),
  steps: (ctx) => pageTraceLog(ctx, {}),
  'steps, bound': (ctx) => pageTraceLog(ctx, { step: 'bound' }),
  'steps of a code': (ctx, { device }) => pageTraceLog(ctx, { keyword: device.code }),
}

const stock: Record<string, Question> = {
  'devices to choose, free': (ctx) => selectDevices(ctx, { stock: true, keyword: '77' }),
  stock: (ctx) => pageStock(ctx, {}),
  'stock, 100 days': (ctx) => pageStock(ctx, { stockedDays: 100 }),
  // Matches half a per cent of the codes on either side, unlike a part of their beginning.
  'stock, keyword': (ctx) => pageStock(ctx, { keyword: '777' }),
}

/** There are as many of the others as there are gateways. */
const gateways: Record<string, Question> = {
  gateways: (ctx) => pageGateways(ctx, {}),
  'gateways, offline': (ctx) => pageGateways(ctx, { online: false }),
  'gateways, not activated': (ctx) => pageGateways(ctx, { activated: false }),
  'gateways, overdue': (ctx) => pageGateways(ctx, { heartbeatOverdue: true }),
  'gateways, firmware': (ctx) => pageGateways(ctx, { firmware: '1.7.0' }),
  'gateways, mqtt': (ctx) => pageGateways(ctx, { protocol: 'mqtt' }),
  'gateways, keyword': (ctx) => pageGateways(ctx, { keyword: '77-1' }),
  'gateways, common word': (ctx) => pageGateways(ctx, { keyword: '网关' }),
  'gateways, unbound': (ctx) => pageGateways(ctx, { bound: false }),
  'gateways by code': (ctx) => pageGateways(ctx, { sort: 'code', order: 'asc' }),
  'gateways in stock': (ctx) => pageGatewayPresets(ctx, {}),
  'gateways to choose': (ctx) => selectGateways(ctx, { keyword: '77' }),
  'sign-in addresses': (ctx) => pageSignSites(ctx, {}),
  'sign-in addresses, word': (ctx) => pageSignSites(ctx, { keyword: '北门 1 77' }),
  'sign-in addresses by name': (ctx) => pageSignSites(ctx, { sort: 'name', order: 'asc' }),
  'unknown devices': (ctx) => pageUnknownDevices(ctx, {}),
  'unknown devices, open': (ctx) => pageUnknownDevices(ctx, { handled: false }),
  'unknown devices, keyword': (ctx) => pageUnknownDevices(ctx, { keyword: 'U77' }),
}

const projects: Record<string, Question> = {
  projects: (ctx) => pageProjects(ctx, {}),
  'projects, installing': (ctx) => pageProjects(ctx, { status: 'installing' }),
  'projects, stopped': (ctx) => pageProjects(ctx, { stopped: true }),
  'projects, alarmed': (ctx) => pageProjects(ctx, { alarmed: true }),
  'projects, not alarmed': (ctx) => pageProjects(ctx, { alarmed: false }),
  'projects, on test': (ctx) => pageProjects(ctx, { onTest: true }),
  'projects, pending': (ctx) => pageProjects(ctx, { audit: 'pending' }),
  'projects by due time': (ctx) => pageProjects(ctx, { sort: 'dueAt', order: 'asc' }),
  'projects, due': (ctx) => pageProjects(ctx, { dueFrom: day(0), dueTo: day(-30) }),
  'projects, province': (ctx) => pageProjects(ctx, { province: '510000' }),
  'projects, word': (ctx) => pageProjects(ctx, { keyword: '厦77' }),
  'projects, code': (ctx, { projectId }) => pageProjects(ctx, { keyword: `PB${projectId}` }),
  'projects, common word': (ctx) => pageProjects(ctx, { keyword: '大厦' }),
  'projects, two letters': (ctx) => pageProjects(ctx, { keyword: '港湾' }),
  'projects to choose': (ctx) => selectProjects(ctx, {}),
  'projects to choose, word': (ctx) => selectProjects(ctx, { keyword: '77' }),
  'a project': (ctx, { projectId }) => projectDetail(ctx, { id: projectId }),
  applications: (ctx) => pageApplications(ctx, {}),
  'applications, pending': (ctx) => pageApplications(ctx, { audit: 'pending' }),
}

const sides = new Map<number, Side>()
const sideOf = async (count: number): Promise<Side> => {
  const side = sides.get(count) ?? (await openSide(count))
  sides.set(count, side)
  return side
}
try {
  const many = await sideOf(large)
  const compare = async (kind: Kind, questions: Record<string, Question>) => ({
    few: await sideOf(fewRows * devicesEach[kind]),
    many,
    questions: Object.fromEntries(Object.entries(questions).filter(([name]) => wanted.test(name))),
  })
  const comparisons = Object.entries({ device: devices, stock, gateway: gateways, project: projects }) as [
    Kind,
    Record<string, Question>,
  ][]
  const compared = []
  for (const [kind, questions] of comparisons) compared.push(await compare(kind, questions))
  await compareSides(compared)
} finally {
  for (const { world } of sides.values()) await world.stop()
}
