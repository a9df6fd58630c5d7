import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { alarmDetail } from '../../alarms/alarm/alarm-detail.reads.ts'
import { cancelOrder, createOrder, removeOrder } from './order.verbs.ts'
import { completeOrder } from './complete-order.ts'
import { orderWorld, type OrderWorld, type Site } from './order.fixture.ts'
import { orderDetail } from './order.reads.ts'
import { verifyOrder } from './order-acceptance.verbs.ts'

let world: OrderWorld
/** Each test has its own site, with an alarm and a fault that nobody has handled. */
let site: Site

beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.stop())

const at = async (place: Site) => {
  site = place
  return { deviceIds: [place.device] }
}
const northSite = () => world.newSite(world.companies.north).then(at)
const reasonOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => (error instanceof DomainError ? error.reason : String(error)),
  )
const faultOf = (id: number) =>
  world.db.selectFrom('fault').select(['state', 'order_id', 'solved_way']).where('id', '=', id).executeTakeFirstOrThrow()
const alarmOf = (id: number) =>
  world.db.selectFrom('alarm').select(['state', 'order_id']).where('id', '=', id).executeTakeFirstOrThrow()

/** Takes an order through to its completion by the engineer. */
const complete = async (id: number, result: 'fixed' | 'notPossible', enteredAt?: string) => {
  await world.db.updateTable('work_order').set({ status: 'processing' }).where('id', '=', id).execute()
  await completeOrder(world.siter, 'repair', {
    id,
    completeType: 'fixed',
    note: 'done',
    devices: [{ deviceId: site.device, result }],
    onBehalfReason: 'reported by phone',
    ...(enteredAt === undefined ? {} : { enteredAt }),
  })
}

test('an order created from an alarm: origin, links both ways, journey', async () => {
  const input = await northSite()
  const id = await world.newOrder({ ...input, alarmId: site.alarm })
  const order = await orderDetail(world.manager, 'repair', { id })
  expect(order).toMatchObject({ origin: 'alarm', alarmId: site.alarm, alarmCode: expect.stringMatching(/\d/) })
  const alarm = await alarmDetail(world.manager, { id: site.alarm })
  expect(alarm).toMatchObject({ orderId: id, orderCode: order.code, state: 'unconfirmed', code: order.alarmCode })
  expect(alarm.journey).toEqual(expect.arrayContaining([expect.objectContaining({ step: 'repairOrder', actor: 'North Admin' })]))
})

test('one open order per alarm; another once it is deleted or complete', async () => {
  const input = { ...(await northSite()), alarmId: site.alarm }
  const first = await world.newOrder(input)
  expect(await reasonOf(world.newOrder(input))).toBe('precondition')
  await removeOrder(world.manager, 'repair', { id: first })
  expect(await alarmOf(site.alarm)).toMatchObject({ order_id: null })
  const second = await world.newOrder(input)
  await world.db.updateTable('work_order').set({ status: 'complete' }).where('id', '=', second).execute()
  const third = await world.newOrder(input)
  expect(await alarmOf(site.alarm)).toMatchObject({ order_id: third })
})

test('of two orders created from an alarm at the same time, one is created', async () => {
  const input = { ...(await northSite()), alarmId: site.alarm }
  const outcomes = await Promise.all([1, 2, 3].map(() => reasonOf(world.newOrder(input))))
  expect(outcomes.sort()).toEqual(['ok', 'precondition', 'precondition'])
})

test('a fault is processed under its order and solved by its completion', async () => {
  const id = await world.newOrder({ ...(await northSite()), faultId: site.fault })
  expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({ origin: 'fault', faultId: site.fault })
  expect(await faultOf(site.fault)).toMatchObject({ state: 'processing', order_id: id })
  expect(await reasonOf(world.newOrder({ deviceIds: [site.device], faultId: site.fault }))).toBe('wrongState')
  await complete(id, 'fixed')
  expect(await faultOf(site.fault)).toMatchObject({ state: 'solved', order_id: id, solved_way: 'repairOrder' })
})

test.each([
  ['stays in repair if it was reported again after the work', 30, 'processing'],
  ['is solved if it was last reported before', 90, 'solved'],
] as const)('a fault whose repair was entered without a network an hour ago %s', async (_, minutes, state) => {
  const ago = (past: number) => new Date(world.clock.now().getTime() - past * 60_000)
  const id = await world.newOrder({ ...(await northSite()), faultId: site.fault })
  await world.db
    .updateTable('work_order')
    .set({ created_at: ago(120) })
    .where('id', '=', id)
    .execute()
  await world.db
    .updateTable('fault')
    .set({ last_at: ago(minutes) })
    .where('id', '=', site.fault)
    .execute()
  await complete(id, 'fixed', ago(60).toISOString())
  expect(await faultOf(site.fault)).toMatchObject({ state, order_id: id })
  await verifyOrder(world.manager, 'repair', { id, agree: true })
  expect(await faultOf(site.fault)).toMatchObject({ state: state === 'solved' ? 'solved' : 'pending' })
})

test('an order that was rejected leaves nothing behind', async () => {
  const input = { ...(await northSite()), alarmId: site.alarm, faultId: site.fault }
  await world.db.updateTable('fault').set({ state: 'solved' }).where('id', '=', site.fault).execute()
  expect(await reasonOf(world.newOrder(input))).toBe('wrongState')
  expect(await alarmOf(site.alarm)).toMatchObject({ order_id: null })
})

test('deleting the order releases the fault', async () => {
  const id = await world.newOrder({ ...(await northSite()), faultId: site.fault })
  await removeOrder(world.manager, 'repair', { id })
  expect(await faultOf(site.fault)).toMatchObject({ state: 'pending', order_id: null })
})

test('a device that could not be repaired keeps its fault, which is pending again once the work is accepted', async () => {
  const id = await world.newOrder({ ...(await northSite()), faultId: site.fault })
  await complete(id, 'notPossible')
  expect(await faultOf(site.fault)).toMatchObject({ state: 'processing', order_id: id })
  await verifyOrder(world.manager, 'repair', { id, agree: true })
  expect(await faultOf(site.fault)).toMatchObject({ state: 'pending', order_id: null })
})

describe('work that is sent back', () => {
  const sendBack = (id: number) => verifyOrder(world.manager, 'repair', { id, agree: false, reason: 'still broken' })

  test('puts its fault in repair again; what could not be repaired is pending once the work is accepted', async () => {
    const id = await world.newOrder({ ...(await northSite()), faultId: site.fault })
    await complete(id, 'fixed')
    await sendBack(id)
    expect(await faultOf(site.fault)).toMatchObject({ state: 'processing', order_id: id, solved_way: null })
    await complete(id, 'notPossible')
    await verifyOrder(world.manager, 'repair', { id, agree: true })
    expect(await faultOf(site.fault)).toMatchObject({ state: 'pending', order_id: null })
  })

  test('and is then cancelled leaves its fault pending', async () => {
    const id = await world.newOrder({ ...(await northSite()), faultId: site.fault })
    await complete(id, 'fixed')
    await sendBack(id)
    await cancelOrder(world.manager, 'repair', { id, reason: 'house is torn down' })
    expect(await faultOf(site.fault)).toMatchObject({ state: 'pending', order_id: null })
  })

  test.each([
    ['was restored by its source', { solved_way: 'restored' }],
    ['was solved by hand', { solved_way: 'byHand' }],
  ] as const)('leaves a fault solved that %s', async (_, by) => {
    const id = await world.newOrder({ ...(await northSite()), faultId: site.fault })
    await complete(id, 'fixed')
    await world.db.updateTable('fault').set(by).where('id', '=', site.fault).execute()
    await sendBack(id)
    expect(await faultOf(site.fault)).toMatchObject({ state: 'solved', ...by })
  })

  test.each(['before', 'in this very moment'])(
    'leaves a fault solved that was reported anew %s: the new one stands open',
    async (when) => {
      const id = await world.newOrder({ ...(await northSite()), faultId: site.fault })
      await complete(id, 'fixed')
      const { id: _id, ...again } = await world.db
        .selectFrom('fault')
        .selectAll()
        .where('id', '=', site.fault)
        .executeTakeFirstOrThrow()
      let sending: Promise<unknown> | undefined
      await world.db.transaction().execute(async (tx) => {
        await tx
          .insertInto('fault')
          .values({ ...again, state: 'pending', order_id: null, solved_way: null })
          .execute()
        if (when === 'before') return
        sending = sendBack(id)
        await vi.waitFor(async () => {
          const { rows } =
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              world.db,
            )
          expect(rows).toHaveLength(1)
        }, 20_000)
      })
      await (sending ?? sendBack(id))
      expect(await faultOf(site.fault)).toMatchObject({ state: 'solved', solved_way: 'repairOrder' })
      expect(await world.rowOf(id)).toMatchObject({ status: 'processing' })
    },
  )
})

describe('an engineer who sees only what they work on', () => {
  const role = () => world.accounts.northEngineer.roleId
  beforeAll(async () => {
    const codes = ['repairOrder:create', 'repairOrder:del', 'fault:view']
    await world.db
      .insertInto('role_menu')
      .values(codes.map((menu_code) => ({ role_id: role(), menu_code })))
      .execute()
    await world.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', role()).execute()
  })
  afterAll(() => world.db.updateTable('role').set({ data_scope: 'branch' }).where('id', '=', role()).execute())

  test.each([
    ['cancelled', (me: Ctx, id: number) => cancelOrder(me, 'repair', { id, reason: 'twice' })],
    ['deleted', (me: Ctx, id: number) => removeOrder(me, 'repair', { id })],
  ] as const)('frees alarm and fault of an order that is %s, though it opened them', async (_, end) => {
    const engineerIds = [world.accounts.northEngineer.id]
    const former = await world.newOrder({ ...(await northSite()), engineerIds })
    const me = await world.ctxOf(world.accounts.northEngineer)
    const { id } = await createOrder(me, 'repair', {
      deviceIds: [site.device],
      priority: 'normal',
      description: 'no signal',
      alarmId: site.alarm,
      faultId: site.fault,
      engineerIds,
    })
    await world.db.updateTable('work_order').set({ status: 'complete' }).where('id', '=', former).execute()
    await end(me, id)
    expect(await faultOf(site.fault)).toMatchObject({ state: 'pending', order_id: null })
    expect(await alarmOf(site.alarm)).toMatchObject({ order_id: null })
  })
})

test('an alarm or fault of another project is refused', async () => {
  await northSite()
  const deviceIds = [world.site.device]
  expect(await reasonOf(world.newOrder({ deviceIds, alarmId: site.alarm }))).toBe('invalidInput')
  expect(await reasonOf(world.newOrder({ deviceIds, faultId: site.fault }))).toBe('invalidInput')
})
