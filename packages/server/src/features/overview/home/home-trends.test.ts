import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPartitions } from '../../../platform/database/partitions.ts'
import { testWorld, type TestWorld, type WorldAccount } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { alarmTrend } from './home-alarms.reads.ts'
import { onlineRate } from './home-online.reads.ts'
import { homeTrends } from './home-trends.reads.ts'

let world: TestWorld
let own: Site
let foreign: Site

const daysAgo = (days: number): Date => new Date(world.clock.now().getTime() - days * 86_400_000)
const trends = async (account: WorldAccount) => homeTrends(await world.ctxOf(account))

beforeAll(async () => {
  world = await testWorld()
  const { db, companies } = world
  for (const days of [0, 29, 31, 45]) await createPartitions(db, daysAgo(days))
  own = await addSite(db, companies.north)
  foreign = await addSite(db, companies.south)
  await db.updateTable('company').set({ time_zone: 'Asia/Shanghai' }).execute()
  await db.updateTable('project').set({ time_zone: 'Asia/Shanghai' }).execute()
  // What comes with a site is older than the tiles look back.
  await db
    .updateTable('work_order')
    .set({ created_at: daysAgo(60) })
    .execute()
  await db
    .updateTable('fault')
    .set({ first_at: daysAgo(60) })
    .execute()
  await db.deleteFrom('device_online').execute()
  await db.deleteFrom('gateway_link').execute()
})
afterAll(() => world.stop())

const addFault = async (site: Site, days: number, more: object = {}) => {
  const type = await world.db.selectFrom('fault_type').select('id').executeTakeFirstOrThrow()
  const { id: company_id, path } = site.owner
  const first_at = daysAgo(days)
  const place = { company_id, path, project_id: site.project, device_id: site.device }
  const row = {
    ...place,
    type_id: type.id,
    point: `x${Math.random()}`,
    first_at,
    last_at: first_at,
    state: 'solved',
    source_format: 'EW',
    source_code: 'x',
  }
  await world.db
    .insertInto('fault')
    .values({ ...row, ...more } as never)
    .execute()
}

const addOrder = async (site: Site, days: number, more: object = {}) => {
  const { id: company_id, path } = site.owner
  const place = { company_id, path, project_id: site.project }
  const row = { ...place, code: `T${Math.random()}`, status: 'complete' as const, origin: 'manual' as const, description: 'x' }
  await world.db
    .insertInto('work_order')
    .values({ ...row, kind: 'repair', created_at: daysAgo(days), ...more })
    .execute()
}

/** The days of an answer, counted back from today, of which something is shown. */
const shown = (counts: readonly (number | null)[] | null) =>
  counts && Object.fromEntries(counts.flatMap((count, index) => (count ? [[counts.length - 1 - index, count]] : [])))

test('each figure with a history has its last 30 days, within the scope of the caller', async () => {
  const { accounts, db } = world
  for (const days of [0, 3, 3, 29, 31]) await addAlarm(db, own, { first_at: daysAgo(days), state: 'misreport', cause: 'dust' })
  await addAlarm(db, own, { first_at: daysAgo(2), state: 'misreport', cause: 'dust', test: true })
  await addAlarm(db, foreign, { first_at: daysAgo(4), state: 'misreport', cause: 'dust' })
  for (const days of [0, 5, 5, 31]) await addFault(own, days)
  await addFault(own, 1, { test: true })
  await addFault(foreign, 7)
  for (const days of [1, 6, 6, 6, 31]) await addOrder(own, days)
  await addOrder(own, 2, { deleted_at: daysAgo(1) })
  await addOrder(foreign, 8)
  await db
    .updateTable('device')
    .set({ online: true, bound_at: daysAgo(20) })
    .where('id', '=', own.device)
    .execute()
  const since = { device_id: own.device, at: daysAgo(9), online: true }
  await db
    .insertInto('device_online')
    .values([since, { ...since, at: daysAgo(1), online: false }])
    .execute()

  const ctx = await world.ctxOf(accounts.northAdmin)
  const answer = await homeTrends(ctx)
  for (const counts of Object.values(answer)) expect(counts).toHaveLength(30)
  expect(shown(answer.alarms)).toEqual({ 0: 1, 3: 2, 29: 1 })
  expect(shown(answer.faults)).toEqual({ 0: 1, 5: 2 })
  expect(shown(answer.orders)).toEqual({ 1: 1, 6: 3 })
  // The same that the charts show.
  const { days } = await onlineRate(ctx, {})
  expect(answer.devices).toEqual(days.map(({ devices }) => devices))
  expect(shown(answer.devices)).toMatchObject({ 8: 100, 2: 100 })
  expect(shown(answer.gateways)).toEqual({})
  expect((await alarmTrend(ctx, {})).total).toBe(4)

  expect(shown((await trends(accounts.southAdmin)).faults)).toEqual({ 7: 1 })
  expect(shown((await trends(accounts.siterAdmin)).orders)).toEqual({ 1: 1, 6: 3, 8: 1 })
})

test('who may not see the rows is not told their number', async () => {
  const { accounts, db } = world
  expect(await trends(accounts.northBare)).toEqual({ alarms: null, faults: null, orders: null, devices: null, gateways: null })
  await db
    .insertInto('role_menu')
    .values(['fault:view', 'device:view'].map((menu_code) => ({ role_id: accounts.northBare.roleId, menu_code })))
    .execute()
  const { alarms, faults, orders, devices, gateways } = await trends(accounts.northBare)
  expect([alarms, orders, gateways]).toEqual([null, null, null])
  expect(shown(faults)).toEqual({ 0: 1, 5: 2 })
  expect(shown(devices)).toMatchObject({ 8: 100 })
})
