import { enums } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { homeFigures, liveAlarms } from './home.reads.ts'

let world: TestWorld
let alarms: Record<'north' | 'northAgent' | 'south', number>

/** Each company has one project, device, gateway, open fault, open order and unconfirmed alarm. Differences are set below. */
beforeAll(async () => {
  world = await testWorld()
  const { db } = world
  const { north, northAgent, south } = world.companies
  const [ofNorth, ofAgent, ofSouth] = [
    await addOwnedRows(db, north),
    await addOwnedRows(db, northAgent),
    await addOwnedRows(db, south),
  ]
  alarms = { north: Number(ofNorth.alarm), northAgent: Number(ofAgent.alarm), south: Number(ofSouth.alarm) }
  const hourAgo = new Date(world.clock.now().getTime() - 3_600_000)
  await db.updateTable('device').set({ online: true }).where('id', '=', Number(ofNorth.device)).execute()
  await db.updateTable('gateway').set({ online: true }).where('id', '=', Number(ofNorth.gateway)).execute()
  // Not supervised.
  await db.updateTable('device').set({ enabled: false }).where('id', '=', Number(ofSouth.device)).execute()
  await db.updateTable('gateway').set({ enabled: false }).where('id', '=', Number(ofSouth.gateway)).execute()
  await db.updateTable('alarm').set({ state: 'confirmed' }).where('id', '=', alarms.north).execute()
  await db
    .updateTable('work_order')
    .set({ due_at: hourAgo })
    .where('id', 'in', [Number(ofNorth.work_order), Number(ofSouth.work_order)])
    .execute()
  // What does not count: of a test, closed, solved, finished, deleted.
  const { id: _id, ...fault } = await db
    .selectFrom('fault')
    .selectAll()
    .where('id', '=', Number(ofNorth.fault))
    .executeTakeFirstOrThrow()
  await db
    .insertInto('fault')
    .values({ ...fault, point: 'tested', test: true })
    .execute()
  const gone = await addOwnedRows(db, northAgent)
  await db.updateTable('alarm').set({ state: 'cleared' }).where('id', '=', Number(gone.alarm)).execute()
  await db.updateTable('fault').set({ state: 'solved' }).where('id', '=', Number(gone.fault)).execute()
  await db
    .updateTable('work_order')
    .set({ status: 'complete', due_at: hourAgo })
    .where('id', '=', Number(gone.work_order))
    .execute()
  await db.updateTable('device').set({ deleted_at: hourAgo }).where('id', '=', Number(gone.device)).execute()
  await db.updateTable('gateway').set({ deleted_at: hourAgo }).where('id', '=', Number(gone.gateway)).execute()
  await db.updateTable('project').set({ deleted_at: hourAgo }).where('id', '=', Number(gone.project)).execute()
  // Done but not verified yet: no longer due.
  const done = await addOwnedRows(db, northAgent)
  await db
    .updateTable('work_order')
    .set({ status: 'pending_verify', due_at: hourAgo, finished_at: hourAgo })
    .where('id', '=', Number(done.work_order))
    .execute()
  await db.updateTable('alarm').set({ state: 'misreport' }).where('id', '=', Number(done.alarm)).execute()
  await db
    .updateTable('gateway')
    .set({ activated_at: hourAgo })
    .where(
      'id',
      'in',
      [ofNorth, ofAgent, done].map(({ gateway: id }) => Number(id)),
    )
    .execute()
})
afterAll(() => world.stop())

/** Each set of rows has an open order of every kind; only repairs are closed above. */
const figures = (
  projects: number,
  [online, offline]: readonly [online: number, offline: number],
  open: number,
  unconfirmed: number,
  [repair, other]: readonly [repair: number, other: number],
  overdue: number,
) => ({
  projects,
  devices: projects,
  devicesOnline: online,
  devicesOffline: offline,
  gateways: projects,
  gatewaysOnline: online,
  gatewaysOffline: offline,
  openAlarms: open,
  unconfirmedAlarms: unconfirmed,
  breachedAlarms: 0,
  openFaults: projects,
  openOrders: repair + other * (enums.orderKind.length - 1),
  openOrdersOf: { install: other, repair, inspect: other, maintenance: other },
  overdueOrders: overdue,
})

test.each([
  ['siterAdmin', figures(4, [1, 2], 3, 2, [4, 5], 2)],
  ['northAdmin', figures(3, [1, 2], 2, 1, [3, 4], 1)],
  ['northAgentAdmin', figures(2, [0, 2], 1, 1, [2, 3], 0)],
  ['northAgentTwoAdmin', figures(0, [0, 0], 0, 0, [0, 0], 0)],
  ['southAdmin', figures(1, [0, 0], 1, 1, [1, 1], 1)],
  ['northUser', figures(0, [0, 0], 0, 0, [0, 0], 0)],
] as const)('the figures of %s are true within its scope', async (who, expected) => {
  // What is counted by status: home-charts.test.ts.
  expect(await homeFigures(await world.ctxOf(world.accounts[who]))).toMatchObject(expected)
})

test('live alarms are the open ones in scope, unconfirmed first', async () => {
  const seenBy = async (who: 'northAdmin' | 'southAdmin', limit?: number) => {
    const page = await liveAlarms(await world.ctxOf(world.accounts[who]), limit === undefined ? {} : { limit })
    return { ids: page.list.map((row) => row.id), total: page.total }
  }
  expect(await seenBy('northAdmin')).toEqual({ ids: [alarms.northAgent, alarms.north], total: 2 })
  expect(await seenBy('northAdmin', 1)).toEqual({ ids: [alarms.northAgent], total: 2 })
  expect(await seenBy('southAdmin')).toEqual({ ids: [alarms.south], total: 1 })
})
