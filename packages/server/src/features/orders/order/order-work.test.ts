import { DomainError, type EnumValue } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignOrders, receiveOrder } from './order-assignment.verbs.ts'
import { cancelOrder, createOrder, editOrder } from './order.verbs.ts'
import { resumeDueOrders, holdOrder, startOrder, unholdOrder } from './order-work.verbs.ts'
import { orderBoard, orderCalendar, orderMap } from './order-views.reads.ts'
import { orderDetail, pageOrders } from './order.reads.ts'
import { orderWorld, type OrderWorld, type Site } from './order.fixture.ts'

/** On hold and cancelled, the schedule, and the other views of the list. */

let world: OrderWorld
let site: Site
beforeAll(async () => {
  world = await orderWorld()
  site = await world.newSite(world.companies.north)
})
afterAll(() => world.stop())

const refusal = (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => {
      throw new Error('was not refused')
    },
    (error: unknown) => {
      if (error instanceof DomainError) return error
      throw error
    },
  )
const inDays = (days: number) => new Date(world.manager.clock.now().getTime() + days * 86_400_000).toISOString()
const newOrder = (input: Partial<Parameters<typeof createOrder>[2]> = {}) =>
  createOrder(world.manager, 'repair', { deviceIds: [site.device], priority: 'normal', description: 'noisy', ...input })
const engineerIds = () => [world.accounts.northEngineer.id]
const started = async (input: Partial<Parameters<typeof createOrder>[2]> = {}, kind: EnumValue<'orderKind'> = 'repair') => {
  const covers = kind === 'repair' ? { deviceIds: [site.device] } : { projectId: site.project, deviceIds: [site.device] }
  const { id } = await createOrder(world.manager, kind, {
    ...covers,
    priority: 'normal',
    description: 'noisy',
    engineerIds: engineerIds(),
    ...input,
  })
  await receiveOrder(world.engineer, kind, { id })
  await startOrder(world.engineer, kind, { id })
  return id
}
const audits = (id: number, action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['actor_id as actor', 'changes'])
    .where('object_id', '=', String(id))
    .where('action', '=', action as never)
    .execute()
const statusOf = async (id: number) => (await world.rowOf(id)).status

describe('on hold', () => {
  test.each(['pending_assign', 'pending_receive', 'pending_complete', 'processing'] as const)(
    'from %s and back to it by hand; the hold says why and until when',
    async (status) => {
      const id = await world.orderIn(status)
      const until = inDays(2)
      await holdOrder(world.manager, 'repair', { id, reason: 'waiting for a part', until })
      expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({
        status: 'on_hold',
        heldFrom: status,
        holdUntil: until,
        holdReason: 'waiting for a part',
      })
      await unholdOrder(world.manager, 'repair', { id })
      expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({
        status,
        heldFrom: null,
        holdUntil: null,
        holdReason: null,
      })
    },
  )

  test('it is resumed automatically when the time has come, once, recorded as a step of the system', async () => {
    const [due, later, open] = [await started(), await started(), await started()]
    await holdOrder(world.manager, 'repair', { id: due, reason: 'a part', until: inDays(1) })
    await holdOrder(world.manager, 'repair', { id: later, reason: 'a part', until: inDays(1) })
    await holdOrder(world.manager, 'repair', { id: open, reason: 'a part' })
    await world.db
      .updateTable('work_order')
      .set({ hold_until: new Date(0) })
      .where('id', '=', due)
      .execute()
    await Promise.all([resumeDueOrders(world.systemCtx), resumeDueOrders(world.systemCtx)])
    expect([await statusOf(due), await statusOf(later), await statusOf(open)]).toEqual(['processing', 'on_hold', 'on_hold'])
    expect(await audits(due, 'repairOrder.holdEnd')).toEqual([
      { actor: null, changes: expect.objectContaining({ status: ['on_hold', 'processing'] }) },
    ])
  })

  test('a time in the past is refused; an order on hold counts as open and can become overdue', async () => {
    const id = await started({ dueAt: inDays(1) })
    expect((await refusal(holdOrder(world.manager, 'repair', { id, reason: 'x', until: inDays(-1) }))).field).toBe('until')
    await holdOrder(world.manager, 'repair', { id, reason: 'x' })
    await world.db
      .updateTable('work_order')
      .set({ due_at: inDays(-1) })
      .where('id', '=', id)
      .execute()
    const overdue = await pageOrders(world.manager, 'repair', { overdue: true, pageSize: 100 })
    expect(overdue.list.map((order) => order.id)).toContain(id)
    expect(overdue.counts).toMatchObject({ overdue: overdue.total })
    expect(overdue.counts['on_hold']).toBeGreaterThan(0)
  })
})

describe('cancelled', () => {
  test('the work is closed: its fault is pending again, it is neither overdue nor open, and its engineer is notified', async () => {
    const { id } = await newOrder({ faultId: site.fault, engineerIds: engineerIds(), dueAt: inDays(1) })
    const faultState = async () =>
      (await world.db.selectFrom('fault').select('state').where('id', '=', site.fault).executeTakeFirstOrThrow()).state
    expect(await faultState()).toBe('processing')
    await cancelOrder(world.manager, 'repair', { id, reason: 'ordered twice' })
    expect(await faultState()).toBe('pending')
    await world.db
      .updateTable('work_order')
      .set({ due_at: inDays(-1) })
      .where('id', '=', id)
      .execute()
    const overdue = await pageOrders(world.manager, 'repair', { overdue: true, pageSize: 100 })
    expect(overdue.list.map((order) => order.id)).not.toContain(id)
    const { list } = await pageOrders(world.manager, 'repair', { status: 'cancelled', pageSize: 100 })
    expect(list.map((order) => order.id)).toContain(id)
    const notified = await world.db
      .selectFrom('message')
      .select('type')
      .where('account_id', '=', world.accounts.northEngineer.id)
      .where('type', '=', 'orderCancelled')
      .execute()
    expect(notified).toHaveLength(1)
    // A new order may be created for it.
    await newOrder({ faultId: site.fault })
  })
})

test('schedule and first response; the planned end is not before the beginning', async () => {
  const plan = { scheduledFrom: inDays(1), scheduledTo: inDays(2), engineerIds: engineerIds() }
  const wrong = await refusal(newOrder({ ...plan, scheduledTo: inDays(0.5) }))
  expect([wrong.reason, wrong.field]).toEqual(['invalidInput', 'scheduledTo'])
  expect((await refusal(newOrder({ scheduledTo: inDays(2) }))).field).toBe('scheduledFrom')
  const { id } = await newOrder(plan)
  const { version } = await world.rowOf(id)
  await editOrder(world.manager, 'repair', {
    id,
    version,
    deviceIds: [site.device],
    priority: 'high',
    description: 'noisy',
    scheduledFrom: plan.scheduledFrom,
  })
  await receiveOrder(world.engineer, 'repair', { id })
  const order = await orderDetail(world.manager, 'repair', { id })
  expect(order).toMatchObject({ scheduledFrom: plan.scheduledFrom, scheduledTo: null })
  expect(order.firstResponseAt).toBe(order.history.at(-1)?.at)
})

test('several orders are assigned at once; each reports its result', async () => {
  const [one, two] = [await newOrder(), await newOrder()]
  const done = await world.orderIn('complete')
  const answers = await assignOrders(world.manager, 'repair', {
    ids: [one.id, done, two.id],
    engineerIds: engineerIds(),
    note: 'tomorrow',
  })
  expect(answers.map(({ id, problem }) => [id, problem === null])).toEqual([
    [one.id, true],
    [done, false],
    [two.id, true],
  ])
  expect(answers[1]?.problem).not.toBe('')
  expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['pending_receive', 'pending_receive'])
})

test('a repeated assignment of several orders is a single step of each', async () => {
  const { id } = await newOrder()
  const assign = (note: string) => assignOrders(world.manager, 'repair', { ids: [id], engineerIds: engineerIds(), note })
  const steps = async () =>
    (await orderDetail(world.manager, 'repair', { id })).history.filter(({ action }) => action === 'assign')
  expect(await assign('tomorrow')).toMatchObject([{ id, problem: null }])
  expect(await assign('tomorrow')).toMatchObject([{ id, problem: null }])
  expect(await steps()).toHaveLength(1)
  await assign('today')
  expect(await steps()).toHaveLength(2)
})

test('an engineer disabled meanwhile is shown as such, and somebody else takes over during the work', async () => {
  const id = await started()
  const engineer = world.accounts.northEngineer.id
  const setEnabled = (enabled: boolean) => world.db.updateTable('account').set({ enabled }).where('id', '=', engineer).execute()
  await setEnabled(false)
  try {
    expect((await orderDetail(world.manager, 'repair', { id })).engineers).toMatchObject([{ id: engineer, available: false }])
  } finally {
    await setEnabled(true)
  }
  expect((await orderDetail(world.manager, 'repair', { id })).engineers).toMatchObject([{ id: engineer, available: true }])
})

test('a customer, who sees no account of a company, is not told that its engineers are gone', async () => {
  const id = await started()
  await world.db.updateTable('work_order').set({ customer_id: world.customers.north }).where('id', '=', id).execute()
  const customer = await world.ctxOf(world.accounts.northCustomer)
  const { engineers } = await orderDetail(customer, 'repair', { id })
  expect(engineers).toMatchObject([{ id: world.accounts.northEngineer.id, available: true }])
})

describe('the other views', () => {
  test('a column of the board starts with the highest priority, then the earliest due', async () => {
    const own = await world.newSite(world.companies.north)
    const ids: number[] = []
    for (const input of [
      { priority: 'low', dueAt: '2030-01-01T00:00:00.000Z' },
      { priority: 'urgent' },
      { priority: 'high', dueAt: '2030-03-01T00:00:00.000Z' },
      { priority: 'high', dueAt: '2030-02-01T00:00:00.000Z' },
    ] as const)
      ids.push((await newOrder({ deviceIds: [own.device], ...input })).id)
    const [low, urgent, later, sooner] = ids
    const { columns } = await orderBoard(world.manager, 'repair', { projectId: own.project })
    const shown = columns.find(({ status }) => status === 'pending_assign')?.list.map(({ id }) => id) ?? []
    expect(shown.filter((id) => ids.includes(id))).toEqual([urgent, sooner, later, low])
  })

  test('board, calendar, map and chips count alike, and contain nothing of other companies', async () => {
    // It has its own order without a due time.
    const own = await world.newSite(world.companies.north)
    const one = (input: Partial<Parameters<typeof createOrder>[2]>) =>
      createOrder(world.manager, 'repair', { deviceIds: [own.device], priority: 'normal', description: 'view', ...input })
    const planned = await one({
      scheduledFrom: '2030-05-04T20:00:00.000Z',
      dueAt: '2030-06-01T00:00:00.000Z',
      priority: 'urgent',
    })
    const due = await one({ dueAt: '2030-05-05T03:00:00.000Z', engineerIds: engineerIds() })
    await one({})
    const gone = await one({ dueAt: '2030-05-05T04:00:00.000Z' })
    await cancelOrder(world.manager, 'repair', { id: gone.id, reason: 'twice' })
    const of = { projectId: own.project }
    const { columns } = await orderBoard(world.manager, 'repair', of)
    expect(columns.map(({ status }) => status)).not.toContain('cancelled')
    expect(Object.fromEntries(columns.map(({ status, total, list }) => [status, [total, list.length]]))).toMatchObject({
      pending_assign: [3, 3],
      pending_receive: [1, 1],
    })
    // 20:00 UTC is the next day in Shanghai.
    const calendar = await orderCalendar(world.manager, 'repair', {
      ...of,
      from: '2030-05-01',
      days: 31,
    })
    expect(calendar.days.map(({ day, total, list }) => [day, total, list.map((order) => order.id)])).toEqual([
      ['2030-05-05', 3, [planned.id, due.id, gone.id]],
    ])
    expect(calendar.undated).toBe(2)
    const short = await orderCalendar(world.manager, 'repair', {
      ...of,
      from: '2030-05-05',
      days: 1,
      most: 1,
    })
    expect(short.days).toMatchObject([{ day: '2030-05-05', total: 3, list: [{ id: planned.id }] }])
    // At a site in Los Angeles, the same instants are on an earlier day.
    const siteIn = (time_zone: string) =>
      world.systemCtx.systemDb.updateTable('project').set({ time_zone }).where('id', '=', own.project).execute()
    await siteIn('America/Los_Angeles')
    const west = await orderCalendar(world.manager, 'repair', { ...of, from: '2030-05-04', days: 1 })
    await siteIn('Asia/Shanghai')
    expect(west.days).toMatchObject([{ day: '2030-05-04', total: 3 }])
    // So is today. For all sites together, it is the company's day.
    expect([west.timeZone, calendar.timeZone]).toEqual(['America/Los_Angeles', 'Asia/Shanghai'])
    const { companyId } = world.manager.actor
    const company = world.systemCtx.systemDb.updateTable('company').where('id', '=', companyId ?? 0)
    await company.set({ time_zone: 'Europe/Lisbon' }).execute()
    expect((await orderCalendar(world.manager, 'repair', { from: '2030-05-04', days: 1 })).timeZone).toBe('Europe/Lisbon')
    await company.set({ time_zone: 'Asia/Shanghai' }).execute()
    const map = await orderMap(world.manager, 'repair', of)
    expect(map).toMatchObject({ more: false, places: [{ projectId: own.project, open: 4, overdue: 0, urgent: 1 }] })
    const { counts } = await pageOrders(world.engineer, 'repair', of)
    expect(counts['mine']).toBe(1)
    const mine = await pageOrders(world.engineer, 'repair', { ...of, mine: true })
    expect(mine.list.map((order) => order.id)).toEqual([due.id])
    const there = await orderMap(world.sibling, 'repair', {})
    expect(there.places.map(({ projectId }) => projectId)).not.toContain(own.project)
    const elsewhere = await orderCalendar(world.sibling, 'repair', { from: '2030-05-01', days: 31 })
    expect(elsewhere.days).toEqual([])
  })
})

test('what a device is called in the stock of another company is not for anyone who sees its order', async () => {
  const there = await world.newSite(world.companies.north)
  const { id } = await newOrder({ deviceIds: [there.device] })
  const devices = async () => (await orderDetail(world.manager, 'repair', { id })).devices
  const { id: company_id, path } = world.companies.south
  const of = (stock: object) =>
    world.db
      .updateTable('device')
      .set({ project_id: null, name: 'Vault', room_number: '7', ...stock })
      .where('id', '=', there.device)
      .execute()
  await of({})
  expect(await devices()).toMatchObject([{ name: 'Vault', roomNumber: '7', here: false }])
  await of({ company_id, path })
  expect(await devices()).toMatchObject([{ name: '', roomNumber: null, here: false }])
})
