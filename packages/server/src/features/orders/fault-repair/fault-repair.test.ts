import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultDetail } from '../../alarms/fault/fault-detail.reads.ts'
import { completeOrder } from '../order/complete-order.ts'
import { removeOrder } from '../order/order.verbs.ts'
import { orderDetail } from '../order/order.reads.ts'
import { startOrder } from '../order/order-work.verbs.ts'
import { orderWorld, type OrderWorld, type Site } from '../order/order.fixture.ts'
import { originOfOrder, repairsOfAlarm } from '../repair-story/repair-story.reads.ts'
import { infoForRepair } from './repair-info.reads.ts'
import { repairFaults } from './repair-faults.ts'

let world: OrderWorld
let one: Site
let other: Site

beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  one = await world.newSite(world.companies.north)
  other = await world.newSite(world.companies.north)
})

const input = { priority: 'normal', description: 'please repair' } as const
const stateOf = (id: number) =>
  world.db.selectFrom('fault').select(['state', 'order_id', 'note']).where('id', '=', id).executeTakeFirstOrThrow()

/** Another fault of the site: of its gateway itself, or of an unregistered device. */
const addFault = async (site: Site, point: (gateway: number) => string): Promise<number> => {
  const fault = await world.db.selectFrom('fault').selectAll().where('id', '=', site.fault).executeTakeFirstOrThrow()
  const { id: _id, ...rest } = fault
  const { id } = await world.db
    .insertInto('fault')
    .values({ ...rest, device_id: null, point: `${point(fault.gateway_id ?? 0)}:${site.fault}`, state: 'pending' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('faults of two projects become two orders, as announced; each fault names its own', async () => {
  const ids = [one.fault, other.fault]
  const info = await infoForRepair(world.manager, { ids })
  expect(info).toMatchObject({ refused: [], groups: [{ projectId: one.project }, { projectId: other.project }] })
  expect(info.groups[0]?.devices).toMatchObject([{ id: one.device }])
  const results = await repairFaults(world.manager, { ids, ...input })
  expect(results.map(({ id, msg }) => [id, msg])).toEqual([
    [one.fault, ''],
    [other.fault, ''],
  ])
  const [first, second] = results.map(({ orderId }) => orderId ?? 0)
  expect(first).not.toBe(second)
  expect(await stateOf(one.fault)).toMatchObject({ state: 'processing', order_id: first })
  expect(await orderDetail(world.manager, 'repair', { id: first ?? 0 })).toMatchObject({
    origin: 'fault',
    faultId: one.fault,
    projectId: one.project,
    devices: [{ id: one.device }],
  })
  expect((await faultDetail(world.manager, { id: one.fault })).orders).toMatchObject([{ id: first, status: 'pending_assign' }])
})

test('several faults of a project share one order, which solves them all', async () => {
  const gateway = await addFault(one, (id) => `g${id}`)
  const [first, second] = await repairFaults(world.manager, { ids: [one.fault, gateway], ...input })
  expect(second?.orderId).toBe(first?.orderId)
  const id = first?.orderId ?? 0
  await world.db.updateTable('work_order').set({ status: 'processing' }).where('id', '=', id).execute()
  await completeOrder(world.siter, 'repair', {
    id,
    completeType: 'fixed',
    note: 'cable mended',
    devices: [{ deviceId: one.device, result: 'notPossible' }],
    onBehalfReason: 'by phone',
  })
  // A device's result decides about its fault; the overall result about the gateway's.
  expect(await stateOf(gateway)).toMatchObject({ state: 'solved', note: 'cable mended' })
  expect(await stateOf(one.fault)).toMatchObject({ state: 'processing' })
})

test('an order for faults of a gateway alone names no device and can be completed', async () => {
  const gateway = await addFault(one, (id) => `g${id}`)
  const [made] = await repairFaults(world.manager, { ids: [gateway], ...input })
  const id = made?.orderId ?? 0
  expect(await orderDetail(world.manager, 'repair', { id })).toMatchObject({ devices: [], projectId: one.project })
  await world.db.updateTable('work_order').set({ status: 'processing' }).where('id', '=', id).execute()
  const done = { completeType: 'fixed', note: 'mended', devices: [], onBehalfReason: 'by phone' } as const
  await completeOrder(world.siter, 'repair', { id, ...done, devices: [] })
  expect(await stateOf(gateway)).toMatchObject({ state: 'solved' })
})

test('a fault that cannot be repaired says why and does not stop the others', async () => {
  const stranger = await addFault(one, (id) => `g${id}/SD-1`)
  await world.db.updateTable('fault').set({ state: 'solved' }).where('id', '=', other.fault).execute()
  const results = await repairFaults(world.manager, { ids: [stranger, other.fault, one.fault], ...input })
  expect(results).toMatchObject([
    { id: stranger, orderId: null, msg: expect.stringContaining('not registered') },
    { id: other.fault, orderId: null, msg: expect.stringContaining('Solved') },
    { id: one.fault, orderId: expect.any(Number), msg: '' },
  ])
  const again = await infoForRepair(world.manager, { ids: [one.fault] })
  expect(again).toMatchObject({ groups: [], refused: [{ id: one.fault, msg: expect.stringContaining(': R2') }] })
})

test('of two concurrent creations one wins; the other learns who', async () => {
  const both = await Promise.all([
    repairFaults(world.manager, { ids: [one.fault], ...input }),
    repairFaults(world.siter, { ids: [one.fault], ...input }),
  ])
  const made = both.flat().filter(({ orderId }) => orderId !== null)
  expect(made).toHaveLength(1)
  expect(both.flat().find(({ orderId }) => orderId === null)?.msg).toMatch(/Admin|: R2/)
  expect(await stateOf(one.fault)).toMatchObject({ state: 'processing', order_id: made[0]?.orderId })
})

test('a deleted order releases all its faults, and still knows what it was created from', async () => {
  const gateway = await addFault(one, (id) => `g${id}`)
  const [made] = await repairFaults(world.manager, { ids: [one.fault, gateway], ...input })
  await removeOrder(world.manager, 'repair', { id: made?.orderId ?? 0 })
  expect(await stateOf(one.fault)).toMatchObject({ state: 'pending', order_id: null })
  expect(await stateOf(gateway)).toMatchObject({ state: 'pending', order_id: null })
  const kept = await world.db
    .selectFrom('order_fault')
    .select('fault_id')
    .where('order_id', '=', made?.orderId ?? 0)
    .execute()
  expect(kept).toHaveLength(2)
})

test('a sibling company’s staff see nothing of it; engineers are not named for several projects', async () => {
  expect(await infoForRepair(world.sibling, { ids: [one.fault] })).toEqual({ groups: [], refused: [] })
  expect(await repairFaults(world.sibling, { ids: [one.fault], ...input })).toEqual([])
  const engineerIds = [world.accounts.northEngineer.id]
  const mixed = repairFaults(world.manager, { ids: [one.fault, other.fault], ...input, engineerIds })
  await expect(mixed).rejects.toMatchObject({ reason: 'invalidInput', field: 'engineerIds' })
})

/** A report as ingest stores it. */
const heard = (type: 'test' | 'heartbeat', at: Date, device = one.device) =>
  world.db
    .insertInto('report')
    .columns(['received_at', 'gateway_id', 'device_id', 'position', 'format', 'code', 'type'])
    .expression((e) =>
      e
        .selectFrom('device')
        .select([e.val(at).as('at'), e.fn.coalesce('gateway_id', e.lit(0)).as('gateway'), 'id', e.lit(0).as('position')])
        .select([e.val('EW').as('format'), e.val(type).as('code'), e.val(type).as('type')])
        .where('id', '=', device),
    )
    .execute()

test('the story of an alarm: its order, the findings, and the signals since the start', async () => {
  const id = await world.newOrder({
    deviceIds: [one.device],
    alarmId: one.alarm,
    engineerIds: [world.accounts.northEngineer.id],
  })
  await world.db.updateTable('work_order').set({ status: 'pending_complete' }).where('id', '=', id).execute()
  world.clock.forward(60_000)
  await heard('test', world.clock.now())
  world.clock.forward(60_000)
  await startOrder(world.engineer, 'repair', { id })
  world.clock.forward(60_000)
  const tested = world.clock.now()
  await heard('test', tested)
  await heard('heartbeat', tested)
  await heard('test', tested, other.device)
  const found = { faultCause: 'dust in the chamber', repairAction: 'cleaned', retest: 'passed' } as const
  await completeOrder(world.engineer, 'repair', {
    id,
    completeType: 'fixed',
    note: 'done',
    devices: [{ deviceId: one.device, result: 'fixed' }],
    ...found,
  })
  const [story, ...more] = await repairsOfAlarm(world.manager, { id: one.alarm })
  expect(more).toEqual([])
  expect(story).toMatchObject({ id, completeType: 'fixed', completeNote: 'done', retest: 'passed' })
  expect(story).toMatchObject({ cause: found.faultCause, action: found.repairAction })
  expect(story?.steps.map(({ action }) => action)).toEqual(['create', 'start', 'complete'])
  // Only what this order's devices sent after the start, without heartbeats.
  expect(story?.heard).toMatchObject([{ deviceId: one.device, at: tested.toISOString(), type: 'test' }])
  expect(await originOfOrder(world.manager, { id })).toMatchObject({ alarm: { id: one.alarm }, faults: [], heard: story?.heard })
  expect(await repairsOfAlarm(world.sibling, { id: one.alarm })).toEqual([])
  await expect(originOfOrder(world.sibling, { id })).rejects.toMatchObject({ reason: 'notFound' })
})

test('the origin of an order names its faults, including one that it released', async () => {
  const gateway = await addFault(one, (id) => `g${id}`)
  const [made] = await repairFaults(world.manager, { ids: [one.fault, gateway], ...input })
  const id = made?.orderId ?? 0
  await world.db.updateTable('fault').set({ order_id: null, state: 'pending' }).where('id', '=', gateway).execute()
  expect((await originOfOrder(world.manager, { id })).faults).toMatchObject([
    { id: one.fault, released: false },
    { id: gateway, released: true },
  ])
})
