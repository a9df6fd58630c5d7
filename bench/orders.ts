import { enums } from '@emberwatch/contract'
import { deviceList, orderDetail, pageOrders } from '../packages/server/src/features/order/order.reads.ts'
import { myOrders } from '../packages/server/src/features/order/order-app.reads.ts'
import { orderBoard, orderCalendar, orderMap } from '../packages/server/src/features/order/order-views.reads.ts'
import type { Ctx } from '../packages/server/src/platform/context.ts'
import { fillOrders } from './order-world.ts'
import { compareSides } from './list-times.ts'
import { addTree, openBenchWorld } from './world.ts'

// Times the lists, views and page of orders at many and at few: `node bench/orders.ts [orders]`.

const large = Number(process.argv[2] ?? 2_000_000)
const small = 10_000

const openSide = async (orders: number) => {
  const world = await openBenchWorld()
  const tree = await addTree(world.db)
  const from = performance.now()
  await fillOrders(world.db, tree.agents, orders)
  console.info(`${orders} orders in ${Math.round((performance.now() - from) / 1000)} s`)
  const project = await world.db
    .selectFrom('project')
    .select(['id', 'customer_id'])
    .where('path', '=', tree.agent)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const order = await world.db
    .selectFrom('work_order')
    .select(['id', 'code', 'created_by'])
    .where('path', '=', tree.agent)
    .where('kind', '=', 'repair')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { world, tree, project, order }
}
type Side = Awaited<ReturnType<typeof openSide>>

const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString()

const questions: Record<string, (ctx: Ctx, side: Side) => Promise<unknown>> = {
  all: (ctx) => pageOrders(ctx, 'repair', {}),
  ...Object.fromEntries(
    enums.orderStatus.map((status) => [`status ${status}`, (ctx: Ctx) => pageOrders(ctx, 'repair', { status })] as const),
  ),
  'by due time': (ctx) => pageOrders(ctx, 'repair', { sort: 'dueAt', order: 'asc' }),
  'by change': (ctx) => pageOrders(ctx, 'repair', { sort: 'updatedAt', order: 'desc' }),
  'page 200': (ctx) => pageOrders(ctx, 'repair', { pageNum: 200 }),
  overdue: (ctx) => pageOrders(ctx, 'repair', { overdue: true }),
  'not overdue': (ctx) => pageOrders(ctx, 'repair', { overdue: false }),
  mine: (ctx) => pageOrders(ctx, 'repair', { mine: true }),
  urgent: (ctx) => pageOrders(ctx, 'repair', { priority: 'urgent' }),
  'urgent, waiting': (ctx) => pageOrders(ctx, 'repair', { priority: 'urgent', status: 'pending_assign' }),
  'origin feedback': (ctx) => pageOrders(ctx, 'repair', { origin: 'feedback' }),
  'rated 2 or less': (ctx) => pageOrders(ctx, 'repair', { ratingMost: 2 }),
  project: (ctx, { project }) => pageOrders(ctx, 'repair', { projectId: project.id }),
  customer: (ctx, { project }) => pageOrders(ctx, 'repair', { customerId: project.customer_id ?? 0 }),
  engineer: (ctx, { order }) => pageOrders(ctx, 'repair', { engineerId: order.created_by ?? 0 }),
  code: (ctx, { order }) => pageOrders(ctx, 'repair', { code: order.code }),
  'keyword of a project': (ctx, { project }) => pageOrders(ctx, 'repair', { keyword: `大厦${project.id}` }),
  'keyword of a text': (ctx) => pageOrders(ctx, 'repair', { keyword: '设备 77' }),
  'a day': (ctx) => pageOrders(ctx, 'repair', { startTime: day(101), endTime: day(100) }),
  board: (ctx) => orderBoard(ctx, 'repair', {}),
  calendar: (ctx) => orderCalendar(ctx, 'repair', { from: day(20).slice(0, 10), days: 42 }),
  map: (ctx) => orderMap(ctx, 'repair', {}),
  detail: (ctx, { order }) => orderDetail(ctx, 'repair', { id: order.id }),
  'devices of one': (ctx, { order }) => deviceList(ctx, 'repair', { id: order.id }),
  'an engineer’s phone': (ctx, { order }) =>
    myOrders({ ...ctx, actor: { ...ctx.actor, accountId: order.created_by } }, { stage: 'open' }),
}

await compareSides([await openSide(small), await openSide(large)], questions)
