import { enums, isClosedOrder } from '@emberwatch/contract'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpServer } from '../../../platform/http/server.ts'
import type { WorldAccount } from '../../../testing/context.ts'
import { callerOfAccount } from '../../base/access/authenticate.ts'
import { selectModels } from '../../equipment/device-model/device-model.reads.ts'
import { selectSeries } from '../../equipment/device-model/device-series.reads.ts'
import { projectRoutes } from '../../sites/project/feature.ts'
import { createOrder, removeOrder } from './order.verbs.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import { orderBoard, orderCalendar, orderMap } from './order-views.reads.ts'
import { orderExports, pageOrders } from './order.reads.ts'
import { orderCommonRoutes, orderRoutes } from './feature.ts'

let world: OrderWorld
let http: FastifyInstance
let accounts: OrderWorld['accounts']
/** Ids, named by their purpose. */
let waiting: number
let late: number
let rated: number

/** Not a real session: the session feature tests those. */
const tokenOf = (account: WorldAccount): string => String(account.id).padStart(24, '0')

beforeAll(async () => {
  world = await orderWorld()
  const { db, clock, systemCtx, companies } = world
  accounts = world.accounts
  const find = callerOfAccount(db, clock)
  http = await createHttpServer({
    bindings: [...orderRoutes, ...orderCommonRoutes, ...projectRoutes],
    authenticate: (token) => find(Number(token)),
    base: systemCtx,
    onServed: () => undefined,
    log: pino({ level: 'silent' }),
    maxUploadBytes: 1_000,
  })
  const agentSite = await world.newSite(companies.northAgent)
  // The orders of the sites do not matter here.
  await db.deleteFrom('order_device').execute()
  await db.deleteFrom('work_order').execute()
  waiting = await world.newOrder({ description: 'Door contact 100% loose', priority: 'urgent' })
  late = await world.newOrder({ engineerIds: [world.accounts.northEngineer.id] })
  await world.db.updateTable('work_order').set({ due_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', late).execute()
  rated = await world.orderIn('pending_evaluation')
  await db.updateTable('work_order').set({ due_at: '2020-01-01T00:00:00.000Z' }).where('id', '=', rated).execute()
  await createOrder(world.manager, 'repair', { deviceIds: [agentSite.device], priority: 'low', description: 'of the agent' })
  await createOrder(world.sibling, 'repair', {
    deviceIds: [world.southSite.device],
    priority: 'low',
    description: 'of the south',
  })
})
afterAll(async () => {
  await http.close()
  await world.stop()
})

const call = async (account: WorldAccount, method: 'GET' | 'POST', path: string, input: Record<string, string | number> = {}) => {
  const headers = { authorization: `Bearer ${tokenOf(account)}`, 'accept-language': 'en' }
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const response =
    method === 'GET'
      ? await http.inject({ method, url: `/api/${path}?${query.toString()}`, headers })
      : await http.inject({ method, url: `/api/${path}`, headers, payload: input })
  return { status: response.statusCode, body: response.json() as { code: number; msg: string; data: never } }
}

describe('the list', () => {
  const ids = async (input: Parameters<typeof pageOrders>[2], ctx = world.manager) =>
    (await pageOrders(ctx, 'repair', input)).list.map((row) => row.id)

  test('contains what is in the caller’s scope, newest first, with counts by status', async () => {
    const page = await pageOrders(world.manager, 'repair', {})
    expect(page.total).toBe(4)
    expect(page.list.slice(-3).map((row) => row.id)).toEqual([rated, late, waiting])
    expect(page.counts).toEqual({
      on_hold: 0,
      cancelled: 0,
      overdue: 1,
      mine: 0,
      pending_assign: 2,
      pending_receive: 1,
      pending_complete: 0,
      processing: 0,
      pending_verify: 0,
      pending_evaluation: 1,
      complete: 0,
    })
  })

  test('counts follow all filters but the status', async () => {
    const page = await pageOrders(world.manager, 'repair', {
      status: 'pending_receive',
      engineerId: world.accounts.northEngineer.id,
    })
    expect(page.list.map((row) => row.id)).toEqual([late])
    expect(page.total).toBe(1)
    expect(page.counts).toMatchObject({ pending_assign: 0, pending_receive: 1, pending_evaluation: 1 })
  })

  test('counts computed in one pass match each list', async () => {
    const { northEngineer } = world.accounts
    const engineer = await world.ctxOf(northEngineer)
    const others = [{ engineerId: northEngineer.id }, { projectId: world.site.project }, { keyword: 'e' }, {}] as const
    const states = [{}, { overdue: true }, { overdue: false }, { mine: true }, { mine: true, overdue: true }] as const
    for (const other of others) {
      for (const state of states) {
        const asked = { ...other, ...state }
        const of = async (more: object) => (await pageOrders(engineer, 'repair', { ...asked, ...more })).total
        const { counts, total } = await pageOrders(engineer, 'repair', asked)
        const listed = await Promise.all(enums.orderStatus.map(async (status) => [status, await of({ status })] as const))
        expect(counts, JSON.stringify(asked)).toMatchObject({
          ...Object.fromEntries(listed),
          overdue: await of({ overdue: true }),
        })
        expect(total).toBe(listed.reduce((sum, [, n]) => sum + n, 0))
        const open = listed.map(([status]) => status).filter((status) => !isClosedOrder(status))
        const mine = await Promise.all(open.map((status) => of({ status, mine: true })))
        expect(counts['mine']).toBe(mine.reduce((sum, n) => sum + n, 0))
      }
    }
  })

  test('a sibling, an agent and a customer see their own only', async () => {
    const { northAgentAdmin, northCustomer, siterAdmin, northUser } = world.accounts
    const descriptions = async (account: WorldAccount) =>
      (await pageOrders(await world.ctxOf(account), 'repair', {})).list.map((row) => row.description)
    expect(await descriptions(world.accounts.southAdmin)).toEqual(['of the south'])
    expect(await descriptions(northAgentAdmin)).toEqual(['of the agent'])
    expect(await descriptions(northCustomer)).toEqual([])
    expect(await descriptions(northUser)).toEqual([])
    expect(await descriptions(siterAdmin)).toHaveLength(5)
    await world.db.updateTable('work_order').set({ customer_id: world.customers.north }).where('id', '=', waiting).execute()
    expect(await descriptions(northCustomer)).toEqual(['Door contact 100% loose'])
    expect(await ids({ customerId: world.customers.north })).toEqual([waiting])
  })

  test('names a private person only masked, and a short number too; also in the export', async () => {
    const { site, accounts: people, db } = world
    const phoneOf = (phone: string) =>
      db.updateTable('account').set({ phone }).where('id', '=', people.northEngineer.id).execute()
    const read = async () => (await pageOrders(world.manager, 'repair', { projectId: site.project, overdue: true })).list[0]
    const customer = db.updateTable('customer').where('id', '=', site.customer)
    await customer.set({ type: 'person', name: '张小明' }).execute()
    await phoneOf('5551234')
    expect(await read()).toMatchObject({ id: late, customerName: '张**', engineers: [{ phone: '****34' }] })
    expect((await orderExports.repairOrder.page(world.manager, { overdue: true })).list).toMatchObject([{ customerName: '张**' }])
    await customer.set({ type: 'enterprise' }).execute()
    await phoneOf('13812345678')
    expect(await read()).toMatchObject({ customerName: '张小明', engineers: [{ phone: '138****5678' }] })
  })

  test('overdue is what is due and not finished', async () => {
    expect(await ids({ overdue: true })).toEqual([late])
    expect(await ids({ overdue: false })).toContain(rated)
    expect(await ids({ overdue: false })).not.toContain(late)
  })

  test('open is what is neither complete nor cancelled', async () => {
    const row = world.db.updateTable('work_order').where('id', '=', rated)
    const { status } = await world.db.selectFrom('work_order').select('status').where('id', '=', rated).executeTakeFirstOrThrow()
    await row.set({ status: 'complete' }).execute()
    expect(await ids({ open: true })).toContain(late)
    expect(await ids({ open: true })).not.toContain(rated)
    expect(await ids({ open: false })).toEqual([rated])
    await row.set({ status }).execute()
  })

  test('the keyword finds code, description and project, taking wildcards literally', async () => {
    const [row] = (await pageOrders(world.manager, 'repair', { keyword: '100%' })).list
    expect(row?.id).toBe(waiting)
    expect(await ids({ keyword: '0%l' })).toEqual([])
    expect(await ids({ keyword: row?.code.slice(-6) ?? '' })).toEqual([waiting])
    expect(await ids({ keyword: row?.projectName ?? '' })).toEqual([rated, late, waiting])
  })

  test('the keyword finds the code of a device', async () => {
    const { device_id: device } = await world.db
      .selectFrom('order_device')
      .select('device_id')
      .where('order_id', '=', waiting)
      .executeTakeFirstOrThrow()
    const { code } = await world.db.selectFrom('device').select('code').where('id', '=', device).executeTakeFirstOrThrow()
    const holding = await world.db.selectFrom('order_device').select('order_id').where('device_id', '=', device).execute()
    const found = await ids({ keyword: code.toLowerCase() })
    expect(found).toContain(waiting)
    expect(holding.map(({ order_id: id }) => id)).toEqual(expect.arrayContaining(found))
  })

  test('finds those of a company with all below it, and those of an area, in the list, its counts and its other views', async () => {
    const agents = { companyId: world.companies.northAgent.id }
    const found = await pageOrders(world.manager, 'repair', agents)
    expect(found.list.map((row) => row.description)).toEqual(['of the agent'])
    expect(found.counts).toMatchObject({ pending_assign: 1, overdue: 0 })
    expect(await ids({ companyId: world.companies.south.id })).toEqual([])
    expect(await ids({ companyId: world.companies.north.id })).toHaveLength(4)
    const project = found.list[0]?.projectId ?? 0
    await world.db.updateTable('project').set({ province: '110000', city: '110100' }).where('id', '=', project).execute()
    for (const asked of [agents, { province: '110000' }, { city: '110100', ...agents }]) {
      expect(await ids(asked)).toEqual(found.list.map(({ id }) => id))
      const { columns } = await orderBoard(world.manager, 'repair', asked)
      expect(columns.flatMap(({ list }) => list.map(({ id }) => id))).toEqual(found.list.map(({ id }) => id))
      expect(await orderMap(world.manager, 'repair', asked)).toMatchObject({ places: [{ projectId: project, open: 1 }] })
      expect(await orderCalendar(world.manager, 'repair', { ...asked, from: '2026-01-01', days: 1 })).toMatchObject({
        undated: 1,
      })
    }
    expect(await ids({ province: '310000' })).toEqual([])
  })

  test('sorts and pages without overlap', async () => {
    const sorted = { sort: 'createdAt', order: 'asc', pageSize: 2 } as const
    const all = [...(await ids({ ...sorted, pageNum: 1 })), ...(await ids({ ...sorted, pageNum: 2 }))]
    expect(new Set(all).size).toBe(4)
    expect(all[0]).toBe(waiting)
  })

  test('is exported row by row as it is listed', async () => {
    const { list } = await orderExports.repairOrder.page(world.manager, { status: 'pending_receive', pageSize: 100, after: null })
    expect(list.map((row) => row.id)).toEqual([late])
    const cells = orderExports.repairOrder.columns.map(({ field, text }) => text?.(list[0] as never, 'zh') ?? field)
    expect(cells).toEqual(expect.arrayContaining(['待接单', '人工创建', '普通', 'North Engineer']))
  })

  test('masks the engineers’ phones', async () => {
    await world.db
      .updateTable('account')
      .set({ phone: '13812345678' })
      .where('id', '=', world.accounts.northEngineer.id)
      .execute()
    const [row] = (await pageOrders(world.manager, 'repair', { status: 'pending_receive' })).list
    expect(row?.engineers).toMatchObject([{ phone: '138****5678' }])
  })
})

describe('over HTTP', () => {
  test('a foreign order is not found, and neither is one of another kind', async () => {
    expect(await call(accounts.southAdmin, 'GET', 'web/order/repair/detail', { id: waiting })).toMatchObject({ status: 404 })
    await world.db.updateTable('work_order').set({ kind: 'install' }).where('id', '=', waiting).execute()
    for (const path of ['detail', 'assignList', 'verifyList', 'messageList', 'deviceList']) {
      expect(await call(accounts.northAdmin, 'GET', `web/order/repair/${path}`, { id: waiting })).toMatchObject({ status: 404 })
    }
    expect(await call(accounts.northAdmin, 'POST', 'web/order/repair/del', { id: waiting })).toMatchObject({ status: 404 })
    await world.db.updateTable('work_order').set({ kind: 'repair' }).where('id', '=', waiting).execute()
    for (const path of ['detail', 'assignList', 'verifyList', 'messageList', 'deviceList']) {
      expect(await call(accounts.northAdmin, 'GET', `web/order/repair/${path}`, { id: waiting })).toMatchObject({ status: 200 })
    }
  })

  test('a rating lies between 1 and 5', async () => {
    for (const rating of [0, 6, 2.5, '']) {
      const { status, body } = await call(accounts.northAdmin, 'POST', 'web/order/repair/appraise', { id: rated, rating })
      expect({ status, data: body.data }).toMatchObject({ status: 422, data: { fields: [{ field: 'rating' }] } })
    }
    expect(await call(accounts.northAdmin, 'POST', 'web/order/repair/appraise', { id: rated, rating: 5 })).toMatchObject({
      status: 200,
    })
    expect(await call(accounts.northAdmin, 'GET', 'web/order/repair/detail', { id: rated })).toMatchObject({
      body: { data: { status: 'complete', rating: 5 } },
    })
  })

  test('a lost race answers 409 with the state and who acted', async () => {
    const { status, body } = await call(accounts.northAdmin, 'POST', 'web/order/repair/start', { id: rated })
    expect(status).toBe(409)
    expect(body.msg).toMatch(/“Complete”: North Admin acted at \d{4}-/)
  })

  test('the device lookup needs one of the caller’s own devices in a project', async () => {
    const { code } = await world.db
      .selectFrom('device')
      .select('code')
      .where('id', '=', world.site.device)
      .executeTakeFirstOrThrow()
    const found = await call(accounts.northAdmin, 'GET', 'web/order/repair/device', { code: code.toLowerCase() })
    const newest = (await pageOrders(world.manager, 'repair', { status: 'pending_receive' })).list[0]
    expect(found).toMatchObject({
      status: 200,
      body: { data: { id: world.site.device, code, projectId: world.site.project, openOrderCode: newest?.code } },
    })
    const missing = { status: 404, body: { code: 1500 } }
    expect(await call(accounts.southAdmin, 'GET', 'web/order/repair/device', { code })).toMatchObject(missing)
    expect(await call(accounts.northAdmin, 'GET', 'web/order/repair/device', { code: 'NO-SUCH' })).toMatchObject(missing)
    const stock = await world.newSite(world.companies.north)
    await world.db.updateTable('device').set({ project_id: null, code: 'STOCK-1' }).where('id', '=', stock.device).execute()
    expect(await call(accounts.northAdmin, 'GET', 'web/order/repair/device', { code: 'STOCK-1' })).toMatchObject({
      status: 409,
      body: { code: 1512, msg: expect.stringContaining('STOCK-1') },
    })
    // An installer looks it up on the spot.
    const atProject = { code: 'stock-1', projectId: world.site.project }
    expect(await call(accounts.northEngineer, 'GET', 'web/order/install/device', atProject)).toMatchObject({
      status: 200,
      body: { data: { id: stock.device } },
    })
  })

  test('the look-up shows no order that is complete or deleted', async () => {
    const site = await world.newSite(world.companies.north)
    await world.db.updateTable('work_order').set({ deleted_at: new Date() }).where('project_id', '=', site.project).execute()
    const { code } = await world.db.selectFrom('device').select('code').where('id', '=', site.device).executeTakeFirstOrThrow()
    const open = async () =>
      (await call(accounts.northAdmin, 'GET', 'web/order/repair/device', { code })).body.data as { openOrderCode: string | null }
    expect(await open()).toMatchObject({ openOrderCode: null })
    const id = await world.newOrder({ deviceIds: [site.device] })
    expect((await open()).openOrderCode).toMatch(/^R/)
    await removeOrder(world.manager, 'repair', { id })
    expect(await open()).toMatchObject({ openOrderCode: null })
  })
})

describe('look-ups', () => {
  const labels = async (account: WorldAccount, path: string, input = {}) =>
    ((await call(account, 'GET', path, input)).body.data as { label: string }[]).map((option) => option.label)

  test('engineers in scope; with a project, those who see its orders', async () => {
    const { southAdmin, siterAdmin } = world.accounts
    expect(await labels(southAdmin, 'web/order/common/engineer')).toEqual(expect.arrayContaining(['South Engineer']))
    expect(await labels(southAdmin, 'web/order/common/engineer')).not.toContain('North Engineer')
    const forNorth = await labels(siterAdmin, 'web/order/common/engineer', { projectId: world.site.project, keyword: 'engineer' })
    expect(forNorth).toEqual(['North Engineer', 'Siter Engineer'])
  })

  test('projects, sites, series and models', async () => {
    const { northAdmin, southAdmin } = world.accounts
    const { name } = await world.db
      .selectFrom('project')
      .select('name')
      .where('id', '=', world.site.project)
      .executeTakeFirstOrThrow()
    expect(await labels(northAdmin, 'web/project/select', { keyword: name })).toEqual([name])
    expect(await labels(southAdmin, 'web/order/common/project', { keyword: name })).toEqual([])
    expect(await labels(northAdmin, 'web/order/common/site', { projectId: world.site.project })).toHaveLength(1)
    const series = await selectSeries(world.manager)
    const [first] = series
    if (!first) throw new Error('no series')
    expect((await selectModels(world.manager, { series: first.value })).length).toBe(1)
    expect((await selectModels(world.manager, {})).length).toBeGreaterThan(1)
  })

  test('enumerations come in the caller’s language', async () => {
    expect(await labels(world.accounts.northAdmin, 'web/order/common/origin')).toContain('Fault')
    expect(await labels(world.accounts.northAdmin, 'web/order/common/completeType')).toHaveLength(6)
    expect(await labels(world.accounts.northAdmin, 'web/order/common/completeType', { kind: 'inspect' })).toEqual([
      'Done',
      'Partly done',
      'Not possible',
    ])
  })
})
