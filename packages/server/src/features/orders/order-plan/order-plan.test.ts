import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { ensurePartitions } from '../../../platform/database/partitions.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { removeOrder } from '../order/order.verbs.ts'
import { pageOrders } from '../order/order.reads.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { createPlannedOrders } from './create-planned-orders.ts'
import { orderPlanOf } from './order-plan.reads.ts'

let world: TestWorld
let manager: Ctx
/** A project in maintenance since 1 March, inspected every 30 and maintained every 90 days. */
let projectId: number

beforeAll(async () => {
  world = await testWorld()
  manager = await world.ctxOf(world.accounts.northAdmin)
  // The program creates the partitions as its clock advances.
  for (const month of ['2026-03-01', '2026-06-01', '2027-01-01']) await ensurePartitions(world.db, new Date(month))
})
afterAll(() => world.stop())

/** Midnight in this time zone is eight hours before midnight UTC. */
const shanghai = 'Asia/Shanghai'
const maintained = {
  status: 'maintenance',
  audit: 'approved',
  stopped: false,
  inspection_cycle_days: 30,
  maintenance_cycle_days: 90,
} as const
const setProject = (changes: object) => world.db.updateTable('project').set(changes).where('id', '=', projectId).execute()
beforeEach(async () => {
  await world.db.updateTable('project').set({ status: 'uninstall' }).execute()
  projectId = Number((await addOwnedRows(world.db, world.companies.north)).project)
  await setProject({ ...maintained, time_zone: shanghai, maintained_since: '2026-03-01T02:00:00.000Z', due_at: null })
})

const at = (time: string): Ctx => ({ ...world.systemCtx, clock: { now: () => new Date(time) } })
const run = (time: string) => createPlannedOrders(at(time))
const planned = async (kind?: 'inspect' | 'maintenance') => {
  const rows = await world.db
    .selectFrom('work_order')
    .select(['kind', 'plan_due_on', 'status', 'origin', 'due_at'])
    .where('project_id', '=', projectId)
    .where('origin', '=', 'plan')
    .orderBy('plan_due_on')
    .execute()
  return rows.filter((row) => kind === undefined || row.kind === kind).map((row) => row.plan_due_on)
}
const nextOf = async (time: string) => {
  const clock = { now: () => new Date(time) }
  const { plans, paused } = await orderPlanOf({ ...manager, clock }, { projectId })
  return { paused, next: Object.fromEntries(plans.map((plan) => [plan.kind, plan.nextDueOn])), plans }
}

test('an order is created seven days before its due day in the project’s time zone, once', async () => {
  // The 30th day is 31 March. Seven days before is the 24th, which begins in Shanghai at 16:00 UTC of the 23rd.
  expect((await nextOf('2026-03-02T00:00:00.000Z')).next).toEqual({ inspect: '2026-03-31', maintenance: '2026-05-30' })
  expect(await run('2026-03-23T15:59:59.000Z')).toBe(0)
  expect(await run('2026-03-23T16:00:00.000Z')).toBe(1)
  for (const later of ['2026-03-23T17:00:00.000Z', '2026-03-30T00:00:00.000Z', '2026-04-20T00:00:00.000Z'])
    expect(await run(later)).toBe(0)
  const { id: orderId, ...order } = await world.db
    .selectFrom('work_order')
    .select(['id', 'code', 'kind', 'status', 'origin', 'due_at', 'path', 'customer_id', 'created_by'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'inspect')
    .where('origin', '=', 'plan')
    .executeTakeFirstOrThrow()
  expect(order).toMatchObject({
    code: expect.stringMatching(/^I20260324-\d{6}$/),
    status: 'pending_assign',
    origin: 'plan',
    due_at: '2026-03-31T15:59:59.000Z',
    path: world.companies.north.path,
    created_by: null,
  })
  const { devices } = await world.db
    .selectFrom('order_device')
    .select((e) => e.fn.countAll<number>().as('devices'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(devices).toBe(1)
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['action', 'changes', 'company_id'])
    .where('object_kind', '=', 'inspectOrder')
    .where('object_id', '=', String(orderId))
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({
    action: 'inspectOrder.create',
    company_id: world.companies.north.id,
    changes: { origin: [null, 'plan'], planDueOn: [null, '2026-03-31'], deviceCount: [null, 1] },
  })
  const message = await world.db
    .selectFrom('message')
    .select(['params', 'link'])
    .where('account_id', '=', world.accounts.northAdmin.id)
    .where('type', '=', 'ordersPlanned')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(message).toMatchObject({ params: { count: 1 }, link: '/order/inspectionOrderList?status=pending_assign' })
})

test('its description is in the language of whoever reads it', async () => {
  await run('2026-03-24T16:00:00.000Z')
  const read = async (locale: 'zh' | 'en') =>
    (await pageOrders({ ...manager, locale }, 'inspect', { projectId })).list.flatMap(({ origin, description }) =>
      origin === 'plan' ? [description] : [],
    )
  expect(await read('zh')).toEqual([enumLabel('zh', 'orderKind', 'inspect')])
  expect(await read('en')).toEqual([enumLabel('en', 'orderKind', 'inspect')])
})

test('staff who see only their own orders are not told of planned ones', async () => {
  const { northAdmin } = world.accounts
  const notified = async () =>
    (
      await world.db
        .selectFrom('message')
        .select('id')
        .where('account_id', '=', northAdmin.id)
        .where('type', '=', 'ordersPlanned')
        .execute()
    ).length
  const scope = (data_scope: 'own' | 'branch') =>
    world.db.updateTable('role').set({ data_scope }).where('id', '=', northAdmin.roleId).execute()
  const before = await notified()
  await scope('own')
  expect(await run('2026-04-24T00:00:00.000Z')).toBeGreaterThan(0)
  await scope('branch')
  expect(await notified()).toBe(before)
})

test('two processes at the same time create each order once', async () => {
  const several = await Promise.all([1, 2, 3, 4].map(() => run('2026-05-25T00:00:00.000Z')))
  expect(several.reduce((sum, n) => sum + n, 0)).toBe(2)
  expect(await planned('inspect')).toEqual(['2026-05-30'])
  expect(await planned('maintenance')).toEqual(['2026-05-30'])
})

test('a project whose order is not due yet is neither locked nor waited for', async () => {
  const other = Number((await addOwnedRows(world.db, world.companies.north)).project)
  await world.db
    .updateTable('project')
    .set({ ...maintained, time_zone: shanghai, maintained_since: '2026-05-24T02:00:00.000Z', due_at: null })
    .where('id', '=', other)
    .execute()
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let locked: () => void = () => undefined
  const isLocked = new Promise<void>((resolve) => (locked = resolve))
  const holding = world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('project').select('id').where('id', '=', other).forUpdate().execute()
    locked()
    await held
  })
  await isLocked
  try {
    expect(await run('2026-05-25T00:00:00.000Z')).toBe(2)
  } finally {
    release()
    await holding
  }
  expect(await planned()).toEqual(['2026-05-30', '2026-05-30'])
})

test('after weeks of downtime only the newest missed order is created', async () => {
  await run('2026-03-25T00:00:00.000Z')
  // 30 April and 30 May were missed. 29 June is more than seven days ahead.
  expect(await run('2026-06-15T00:00:00.000Z')).toBe(2)
  expect(await planned('inspect')).toEqual(['2026-03-31', '2026-05-30'])
  expect((await nextOf('2026-06-15T00:00:00.000Z')).next).toEqual({ inspect: '2026-06-29', maintenance: '2026-08-28' })
})

test('a clock that jumps ahead leaves no gap, one that jumps back repeats nothing', async () => {
  await run('2026-03-25T00:00:00.000Z')
  await run('2027-01-20T00:00:00.000Z')
  const ahead = await planned('inspect')
  expect(ahead).toEqual(['2026-03-31', '2027-01-25'])
  expect(await run('2026-03-26T00:00:00.000Z')).toBe(0)
  await run('2026-04-25T00:00:00.000Z')
  expect(await planned('inspect')).toEqual(['2026-03-31', '2026-04-30', '2027-01-25'])
  expect((await nextOf('2026-04-26T00:00:00.000Z')).next).toMatchObject({ inspect: '2026-05-30' })
})

test('nothing is planned while the project is stopped, not completed, expired or not approved; then planning continues', async () => {
  const pauses = [
    [{ stopped: true }, 'stopped'],
    [{ status: 'installing' }, 'notInMaintenance'],
    [{ status: 'overmaintenance' }, 'notInMaintenance'],
    [{ audit: 'pending' }, 'notApproved'],
  ] as const
  for (const [changes, paused] of pauses) {
    await setProject(changes)
    expect(await run('2026-03-28T00:00:00.000Z')).toBe(0)
    expect(await nextOf('2026-03-28T00:00:00.000Z')).toMatchObject({ paused, next: { inspect: null, maintenance: null } })
    await setProject(maintained)
  }
  expect(await run('2026-03-28T00:00:00.000Z')).toBe(1)
})

test('nothing is due after the maintenance has ended', async () => {
  await setProject({ due_at: '2026-04-15T00:00:00.000Z' })
  expect(await run('2026-03-28T00:00:00.000Z')).toBe(1)
  expect(await run('2026-04-14T00:00:00.000Z')).toBe(0)
  expect((await nextOf('2026-04-14T00:00:00.000Z')).next).toEqual({ inspect: null, maintenance: null })
})

test('a deleted order is not created again; a changed cycle repeats nothing already planned', async () => {
  await run('2026-03-25T00:00:00.000Z')
  const { id } = await world.db
    .selectFrom('work_order')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'inspect')
    .where('origin', '=', 'plan')
    .executeTakeFirstOrThrow()
  await world.db.updateTable('work_order').set({ created_by: world.accounts.northAdmin.id }).where('id', '=', id).execute()
  await removeOrder(manager, 'inspect', { id })
  expect(await run('2026-03-25T01:00:00.000Z')).toBe(0)
  // With the new cycle, 26 March would be the newest due day, but 31 March is already planned.
  await setProject({ inspection_cycle_days: 25 })
  expect(await run('2026-03-25T02:00:00.000Z')).toBe(0)
  expect((await nextOf('2026-03-25T02:00:00.000Z')).next).toMatchObject({ inspect: '2026-04-20' })
})

test('daylight saving time moves no due day', async () => {
  await setProject({ time_zone: 'America/New_York', maintained_since: '2026-03-01T12:00:00.000Z', inspection_cycle_days: 10 })
  await run('2026-03-11T12:00:00.000Z')
  expect(await planned('inspect')).toEqual(['2026-03-11'])
  await run('2026-03-21T12:00:00.000Z')
  expect(await planned('inspect')).toEqual(['2026-03-11', '2026-03-21'])
})

test('the page’s next due day is the one that the job creates', async () => {
  await setProject({ inspection_cycle_days: 9, maintenance_cycle_days: 13 })
  for (let day = 1; day <= 60; day++) {
    const time = new Date(Date.parse('2026-03-01T20:00:00.000Z') + day * 86_400_000).toISOString()
    const { plans } = await nextOf(time)
    const before = new Set(await planned())
    const created = await run(time)
    const today = new Date(Date.parse(time) + 8 * 3_600_000).toISOString().slice(0, 10)
    const expected = plans
      .filter((plan) => plan.nextCreatedOn !== null && plan.nextCreatedOn <= today)
      .map((plan) => plan.nextDueOn)
    expect([time, created]).toEqual([time, expected.length])
    for (const due of expected) expect(before.has(due) || (await planned()).includes(due)).toBe(true)
  }
})

test('a lock or an error in one project or company delays no orders of others', async () => {
  const south = Number((await addOwnedRows(world.db, world.companies.south)).project)
  const other = Number((await addOwnedRows(world.db, world.companies.north)).project)
  const maintains = { ...maintained, time_zone: shanghai, maintained_since: '2026-03-01T02:00:00.000Z', due_at: null }
  await world.db.updateTable('project').set(maintains).where('id', 'in', [south, other]).execute()
  const plannedFor = async () => {
    const rows = await world.db.selectFrom('work_order').select('project_id').where('origin', '=', 'plan').distinct().execute()
    return rows
      .map((row) => row.project_id)
      .filter((id) => [projectId, south, other].includes(id ?? 0))
      .toSorted((a, b) => (a ?? 0) - (b ?? 0))
  }
  const blocker = new pg.Client(world.connection)
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from project where id = $1 for update', [projectId])
    await run('2026-03-24T00:00:00.000Z')
    expect(await plannedFor()).toEqual([south, other])
    await blocker.query('rollback')
    const broken = sql.raw(`check (project_id <> ${projectId} or plan_due_on is null)`)
    await sql`alter table work_order add constraint broken ${broken} not valid`.execute(world.db)
    // The next day on which all of them have an order due.
    await expect(run('2026-04-24T00:00:00.000Z')).rejects.toThrow('broken')
    const due = world.db.selectFrom('work_order').select('project_id').where('plan_due_on', '=', '2026-04-30')
    const ids = (await due.execute()).map((row) => row.project_id)
    expect(ids).toEqual(expect.arrayContaining([south, other]))
    expect(ids).not.toContain(projectId)
  } finally {
    await blocker.end()
    await sql`alter table work_order drop constraint if exists broken`.execute(world.db)
  }
  expect(await run('2026-04-24T00:00:00.000Z')).toBe(1)
})
