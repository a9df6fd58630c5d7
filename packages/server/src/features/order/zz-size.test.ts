import { sql } from 'kysely'
import { afterAll, beforeAll, test } from 'vitest'
import { orderWorld, type OrderWorld } from '/work/main/packages/server/src/features/order/order.fixture.ts'
import { orderBoard, orderCalendar, orderMap } from '/work/main/packages/server/src/features/order/order-views.reads.ts'
import { pageOrders } from '/work/main/packages/server/src/features/order/order.reads.ts'
let world: OrderWorld
beforeAll(async () => { world = await orderWorld() }, 120_000)
afterAll(() => world.stop())
test('size', async () => {
  const { db } = world
  const { north, northAgent } = world.companies
  // 400 projects: most of the siter's own branch companies
  const p = await db.selectFrom('project').selectAll().where('id', '=', world.site.project).executeTakeFirstOrThrow()
  await sql`insert into project (company_id, path, customer_id, code, name, type_id, status, audit, maintenance_years, inspection_cycle_days, maintenance_cycle_days, latitude, longitude, coordinate_system)
    select case when n % 10 = 0 then ${northAgent.id} else ${north.id} end::bigint, case when n % 10 = 0 then ${northAgent.path} else ${north.path} end, ${p.customer_id}, 'SZ' || n, 'Size ' || n, ${p.type_id}, 'maintenance', 'approved', 1, 30, 90, 30 + n * 0.001, 104, 'WGS84' from generate_series(1, 2000) n`.execute(db)
  const kinds = sql`(array['install','repair','inspect','maintenance'])`
  await sql`insert into work_order (kind, code, company_id, path, customer_id, project_id, status, origin, description, priority, due_at, scheduled_from, finished_at, created_at, updated_at)
    select ${kinds}[1 + n % 4], 'Z' || n, project.company_id, project.path, project.customer_id, project.id,
      case when n % 10 < 8 then 'complete' when n % 40 = 8 then 'cancelled' else (array['pending_assign','pending_receive','pending_complete','processing','pending_verify','pending_evaluation','on_hold'])[1 + (n / 10) % 7] end,
      'manual', 'size ' || n, 'normal', now() + (n % 700 - 650) * interval '1 day', case when n % 3 = 0 then now() + (n % 700 - 652) * interval '1 day' end, case when n % 10 < 8 then now() end, now() - n * interval '5 minutes', now()
    from generate_series(1, 200000) n join project on project.code = 'SZ' || (1 + n % 2000)`.execute(db)
  await sql`insert into order_engineer (order_id, account_id) select id, ${world.accounts.northEngineer.id} from work_order where code like 'Z%' and id % 50 = 0`.execute(db)
  await sql`analyze work_order`.execute(db); await sql`analyze project`.execute(db); await sql`analyze order_engineer`.execute(db)
  await sql`vacuum analyze work_order`.execute(db).catch(() => undefined)
  const agent = await world.ctxOf(world.accounts.northAgentAdmin)
  const who = { siter: world.siter, distributor: world.manager, agent, engineer: world.engineer }
  const month = new Date().toISOString().slice(0, 8) + '01'
  const asks = {
    page: (c: never) => pageOrders(c, 'repair', {}),
    status: (c: never) => pageOrders(c, 'repair', { status: 'processing' }),
    cancelled: (c: never) => pageOrders(c, 'repair', { status: 'cancelled' }),
    overdue: (c: never) => pageOrders(c, 'repair', { overdue: true }),
    mine: (c: never) => pageOrders(c, 'repair', { mine: true }),
    due: (c: never) => pageOrders(c, 'repair', { sort: 'dueAt', order: 'asc' }),
    sched: (c: never) => pageOrders(c, 'repair', { sort: 'scheduledFrom', order: 'desc' }),
    board: (c: never) => orderBoard(c, 'repair', {}),
    calendar: (c: never) => orderCalendar(c, 'repair', { from: month, days: 42, timeZone: 'Asia/Shanghai' }),
    map: (c: never) => orderMap(c, 'repair', {}),
  }
  for (const [name, ask] of Object.entries(asks))
    for (const [role, ctx] of Object.entries(who)) {
      const times: number[] = []
      for (let i = 0; i < 7; i++) { const t = performance.now(); await ask(ctx as never); times.push(performance.now() - t) }
      times.sort((a, b) => a - b)
      globalThis.console.log(name.padEnd(10), role.padEnd(12), 'median', times[3]!.toFixed(0), 'ms  worst', times[6]!.toFixed(0))
    }
}, 400_000)
