import { enums, endpoints, mayCall, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createPartitions } from '../../../platform/database/partitions.ts'
import { testWorld, type TestWorld, type WorldAccount } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { pageAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { pageOrders } from '../../orders/order/order.reads.ts'
import { alarmProjects, alarmTimes, alarmTrend } from './home-alarms.reads.ts'
import { onlineRate } from './home-online.reads.ts'
import { orderTimes } from './home-orders.reads.ts'

type Input = InputOf<typeof endpoints.homeChart.alarmTrend>

/** In Berlin, the 25th of October 2026 has 25 hours: it lasts from 22:00Z on the 24th until 23:00Z on the 25th. */
const week: Input = { fromDay: '2026-10-22', toDay: '2026-10-28' }
const z = (text: string): Date => new Date(`2026-10-${text}Z`)

let world: TestWorld
let berlin: Site
let shanghai: Site
let foreign: Site
let typeOf: (site: Site) => Promise<number>
const as = (account: WorldAccount): Promise<Ctx> => world.ctxOf(account)

const closed = (site: Site, at: string, more: object = {}) =>
  addAlarm(world.db, site, { first_at: z(at), state: 'cleared', handle_way: 'onSite', closed_at: z(at), ...more })

beforeAll(async () => {
  world = await testWorld()
  const { db, companies } = world
  for (const at of ['2026-09-15', '2026-10-15', '2026-11-15']) await createPartitions(db, new Date(at))
  berlin = await addSite(db, companies.north)
  shanghai = await addSite(db, companies.northAgent)
  foreign = await addSite(db, companies.south)
  const place = async ({ project }: Site, time_zone: string, province: string) =>
    db.updateTable('project').set({ time_zone, country: 'CN', province }).where('id', '=', project).execute()
  await place(berlin, 'Europe/Berlin', '110000')
  await place(shanghai, 'Asia/Shanghai', '310000')
  await place(foreign, 'Asia/Shanghai', '310000')
  await db.updateTable('company').set({ time_zone: 'Asia/Shanghai' }).execute()
  typeOf = async ({ project }) =>
    (await db.selectFrom('project').select('type_id').where('id', '=', project).executeTakeFirstOrThrow()).type_id

  // Berlin: the last second of the 24th, the whole long 25th, the first of the 26th.
  await addAlarm(db, berlin, { first_at: z('24T21:59:59'), state: 'misreport', cause: 'dust', closed_at: z('24T22:09:59') })
  await closed(berlin, '24T22:00:00', { confirmed_at: z('24T22:00:30'), closed_at: z('24T22:10:00') })
  await closed(berlin, '25T00:30:00', { closed_at: z('25T01:00:00') })
  await closed(berlin, '25T01:30:00', { confirmed_at: z('25T01:31:30'), closed_at: z('25T02:30:00') })
  await addAlarm(db, berlin, { first_at: z('25T22:59:59') })
  await addAlarm(db, berlin, { first_at: z('25T23:00:00'), state: 'confirmed', confirmed_at: z('25T23:05:00') })
  // No alarms: a test, and two drills.
  await addAlarm(db, berlin, { first_at: z('25T08:00:00'), test: true })
  await closed(berlin, '25T09:00:00', { handle_way: 'drill', confirmed_at: z('25T09:00:10') })
  const drill = await closed(berlin, '25T10:00:00')
  const notified = await closed(berlin, '25T11:00:00', { confirmed_at: z('25T11:00:20'), closed_at: z('25T11:04:00') })
  const place2 = { company_id: companies.north.id, path: companies.north.path, project_id: berlin.project }
  await db
    .insertInto('alarm_closing')
    .values([
      { ...place2, alarm_id: drill.id, result: 'drill' },
      // Confirmed, and found to be a fault.
      { ...place2, alarm_id: notified.id, result: 'fault' },
    ])
    .execute()
  // The week before: two, of which one false.
  await closed(berlin, '16T10:00:00', { confirmed_at: z('16T10:01:00'), closed_at: z('16T10:02:00') })
  await addAlarm(db, berlin, { first_at: z('20T10:00:00'), state: 'misreport', cause: 'dust', closed_at: z('20T10:20:00') })
  // Shanghai: 23:30 of the 25th is the 25th there, 16:30Z of the 25th is the 26th.
  await addAlarm(db, shanghai, { first_at: z('25T15:30:00'), state: 'misreport', cause: 'steam', closed_at: z('25T15:40:00') })
  await addAlarm(db, shanghai, { first_at: z('25T16:30:00'), state: 'misreport', cause: 'steam', closed_at: z('25T16:40:00') })
  for (const hour of ['01', '02', '03']) await closed(foreign, `25T${hour}:00:00`)
})
afterAll(() => world.stop())

const trend = async (account: WorldAccount, input: Input = {}) => alarmTrend(await as(account), { ...week, ...input })
const alarmsByDay = ({ days }: Awaited<ReturnType<typeof trend>>) =>
  Object.fromEntries(
    days.map(({ day, open, confirmed, falseAlarm, other }) => [day.slice(8), open + confirmed + falseAlarm + other]),
  )

test('alarms are counted on the day of their site, also on the day on which the clocks change', async () => {
  const own = await trend(world.accounts.northAdmin, { projectId: berlin.project })
  expect(own.timeZone).toBe('Europe/Berlin')
  expect(alarmsByDay(own)).toEqual({ 22: 0, 23: 0, 24: 1, 25: 5, 26: 1, 27: 0, 28: 0 })
  const long = own.days[3]
  expect(long).toEqual({
    day: '2026-10-25',
    startsAt: '2026-10-24T22:00:00.000Z',
    endsAt: '2026-10-25T22:59:59.999Z',
    open: 1,
    confirmed: 2,
    falseAlarm: 0,
    other: 2,
    drill: 2,
    test: 1,
    previous: 0,
  })
  // The week before lies on the 15th to the 21st.
  expect(own.days.map(({ previous }) => previous)).toEqual([0, 1, 0, 0, 0, 1, 0])
  expect(own).toMatchObject({ total: 7, previousTotal: 2, drills: 2, tests: 1 })
  // 02:30 happened twice that night.
  expect(Object.fromEntries(own.hours.map((n, hour) => [hour, n]).filter(([, n]) => n !== 0))).toEqual({
    0: 2,
    2: 2,
    12: 1,
    23: 2,
  })
  expect(own.types.map(({ alarms }) => alarms)).toEqual([7])
  // Cut at Monday, the 26th.
  expect(own.weeks).toMatchObject([
    { day: '2026-10-22', closed: 5, falseAlarms: 1, percent: 20 },
    { day: '2026-10-26', closed: 0, falseAlarms: 0, percent: null },
  ])
  expect(own).toMatchObject({ percent: 20, previousPercent: 50 })
})

test('a chart counts what the caller sees, and what the filters leave', async () => {
  const { accounts, companies } = world
  const total = async (account: WorldAccount, input: Input = {}) => (await trend(account, input)).total
  expect(alarmsByDay(await trend(accounts.northAdmin))).toEqual({ 22: 0, 23: 0, 24: 1, 25: 6, 26: 2, 27: 0, 28: 0 })
  expect(await total(accounts.siterAdmin)).toBe(12)
  expect(await total(accounts.northAgentAdmin)).toBe(2)
  expect(await total(accounts.southAdmin)).toBe(3)
  expect(await total(accounts.northUser)).toBe(0)
  expect(await total(accounts.northAdmin, { companyId: companies.northAgent.id })).toBe(2)
  expect(await total(accounts.northAdmin, { companyId: companies.north.id })).toBe(9)
  expect(await total(accounts.northAdmin, { companyId: companies.south.id })).toBe(0)
  expect(await total(accounts.northAdmin, { country: 'CN', province: '310000' })).toBe(2)
  expect(await total(accounts.northAdmin, { projectTypeId: await typeOf(berlin) })).toBe(7)
  expect(await total(accounts.northAdmin, { projectTypeId: await typeOf(foreign) })).toBe(0)
  const top = async (account: WorldAccount, input: Input = {}) =>
    (await alarmProjects(await as(account), { ...week, ...input })).list.map(({ projectId, alarms, falseAlarms }) => [
      projectId,
      alarms,
      falseAlarms,
    ])
  expect(await top(accounts.siterAdmin)).toEqual([
    [berlin.project, 7, 1],
    [foreign.project, 3, 0],
    [shanghai.project, 2, 2],
  ])
  expect(await top(accounts.northAgentAdmin)).toEqual([[shanghai.project, 2, 2]])
})

test('a project that the company has joined counts, as in the alarm list', async () => {
  const { accounts, companies, db } = world
  const { id } = await db
    .insertInto('project_join')
    .values({
      company_id: companies.north.id,
      path: companies.north.path,
      project_id: berlin.project,
      agreed_company_id: companies.north.id,
      joiner_id: companies.south.id,
      state: 'agreed',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const south = await as(accounts.southAdmin)
  expect((await alarmTrend(south, week)).total).toBe(10)
  expect(
    (await pageAlarms(south, { startTime: z('21T00:00:00').toISOString(), endTime: z('29T00:00:00').toISOString() })).total,
  ).toBe(13)
  await db.deleteFrom('project_join').where('id', '=', id).execute()
  expect((await trend(accounts.southAdmin)).total).toBe(3)
})

test('each number leads to as many rows of the alarm list', async () => {
  const ctx = await as(world.accounts.northAdmin)
  const { days } = await alarmTrend(ctx, { ...week, projectId: berlin.project })
  for (const day of days)
    for (const alarmOutcome of enums.alarmOutcome) {
      const { startsAt: startTime, endsAt: endTime } = day
      const { total } = await pageAlarms(ctx, { projectId: berlin.project, startTime, endTime, alarmOutcome })
      expect([day.day, alarmOutcome, total]).toEqual([day.day, alarmOutcome, day[alarmOutcome]])
    }
  expect((await pageAlarms(ctx, { projectTypeId: await typeOf(shanghai) })).total).toBe(2)
})

test('periods: today, the last days, and own ones, which are neither too long nor in the future', async () => {
  const ctx = await as(world.accounts.northAdmin)
  const daysOf = async (input: Input) => (await alarmTrend(ctx, input)).days.map(({ day }) => day)
  expect(await daysOf({})).toHaveLength(30)
  expect(await daysOf({ days: 1 })).toEqual([
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(world.clock.now()),
  ])
  expect(await daysOf({ toDay: '2026-10-28', days: 7 })).toEqual(await daysOf(week))
  expect(await daysOf({ fromDay: '2025-10-01', toDay: '2026-10-01' })).toHaveLength(366)
  await expect(alarmTrend(ctx, { fromDay: '2025-10-01', toDay: '2026-10-02' })).rejects.toThrow('invalidInput')
  await expect(alarmTrend(ctx, { fromDay: '2026-10-02', toDay: '2026-10-01' })).rejects.toThrow('invalidInput')
  await expect(alarmTrend(ctx, { fromDay: '9998-10-02' })).rejects.toThrow('invalidInput')
  // What has not come yet is no quiet day.
  expect((await daysOf({ fromDay: '2026-10-01', toDay: '9998-10-02' }).catch(() => [])).length).toBeLessThanOrEqual(366)
})

test('an alarm of this moment counts today, also at a site where tomorrow has begun', async () => {
  const ctx = await as(world.accounts.southAdmin)
  const site = await addSite(world.db, world.companies.south)
  await world.db.updateTable('project').set({ time_zone: 'Pacific/Kiritimati' }).where('id', '=', site.project).execute()
  const before = (await alarmTrend(ctx, { days: 1 })).total
  await createPartitions(world.db, world.clock.now())
  await addAlarm(world.db, site, { first_at: world.clock.now() })
  expect((await alarmTrend(ctx, { days: 1 })).total).toBe(before + 1)
})

test('response times are of alarms that were answered, and the others are counted', async () => {
  const ctx = await as(world.accounts.northAdmin)
  const times = await alarmTimes(ctx, { ...week, projectId: berlin.project })
  // On the 25th: 30, 90, 20 s, and half an hour for the one that was closed at once; closed after 10, 30, 60 and 4 minutes.
  expect(times.days[3]).toMatchObject({ acknowledge: { median: 60 }, close: { median: 1_200 } })
  expect(times.days[3]?.acknowledge.p90).toBeCloseTo(90 + 0.7 * 1_710, 6)
  expect(times.days[3]?.close.p90).toBeCloseTo(1_800 + 0.7 * 1_800, 6)
  expect(times.days[2]).toMatchObject({ acknowledge: { median: 600, p90: 600 }, close: { median: 600, p90: 600 } })
  // Confirmed and not closed.
  expect(times.days[4]).toMatchObject({ acknowledge: { median: 300, p90: 300 }, close: { median: null, p90: null } })
  expect(times.days[0]).toMatchObject({ acknowledge: { median: null, p90: null }, close: { median: null, p90: null } })
  expect(times).toMatchObject({
    unanswered: 1,
    unclosed: 2,
    previousAcknowledge: { median: 630 },
    previousClose: { median: 660 },
  })
})

test('an empty period is a gap and not a healthy one', async () => {
  const ctx = await as(world.accounts.northAdmin)
  const none: Input = { fromDay: '2026-09-01', toDay: '2026-09-07' }
  expect(await alarmTrend(ctx, none)).toMatchObject({ total: 0, percent: null, previousPercent: null })
  expect((await alarmTimes(ctx, none)).acknowledge).toEqual({ median: null, p90: null })
  for (const { percent, weeks } of (await orderTimes(ctx, none)).kinds) {
    expect(percent).toBeNull()
    expect(weeks.map((one) => one.percent)).toEqual([null, null])
  }
  expect(await onlineRate(ctx, none)).toMatchObject({ devices: null, gateways: null, previousDevices: null })
})

test('orders finished on time, by the week in which they were due', async () => {
  const { accounts, companies, db } = world
  const ctx = await as(accounts.northAdmin)
  const order = async (site: Site, due: string, finished: string | null, more: object = {}) =>
    db
      .insertInto('work_order')
      .values({
        company_id: site.owner.id,
        path: site.owner.path,
        project_id: site.project,
        kind: 'repair',
        code: `T${Math.random()}`,
        status: finished === null ? 'processing' : 'complete',
        origin: 'manual',
        description: 'x',
        due_at: z(due),
        finished_at: finished === null ? null : z(finished),
        ...more,
      })
      .execute()
  await order(berlin, '23T12:00:00', '23T12:00:00')
  await order(berlin, '23T12:00:00', '23T12:00:01')
  await order(berlin, '24T12:00:00', '22T12:00:00')
  // Never finished.
  await order(berlin, '25T22:59:00', null)
  // Monday there.
  await order(berlin, '25T23:30:00', '25T23:00:00')
  await order(berlin, '24T12:00:00', null, { status: 'cancelled' })
  await order(berlin, '24T12:00:00', null, { deleted_at: z('24T12:00:00') })
  await order(berlin, '20T12:00:00', '21T12:00:00')
  await order(shanghai, '24T12:00:00', '24T11:00:00', { kind: 'inspect' })
  await order(foreign, '24T12:00:00', null)
  const of = async (who: Ctx, input: Input = {}) =>
    Object.fromEntries((await orderTimes(who, { ...week, ...input })).kinds.map(({ kind, ...rest }) => [kind, rest]))
  const all = await of(ctx)
  expect(all['repair']).toMatchObject({ onTime: 3, late: 2, percent: 60, previousPercent: 0 })
  expect(all['repair']?.weeks).toMatchObject([
    { day: '2026-10-22', onTime: 2, late: 2, percent: 50 },
    { day: '2026-10-26', onTime: 1, late: 0, percent: 100 },
  ])
  expect(all['inspect']).toMatchObject({ onTime: 1, late: 0, percent: 100, previousPercent: null })
  expect(all['install']).toMatchObject({ onTime: 0, late: 0, percent: null })
  expect((await of(ctx, { companyId: companies.northAgent.id }))['repair']).toMatchObject({ percent: null })
  expect((await of(ctx, { projectTypeId: await typeOf(shanghai) }))['inspect']).toMatchObject({ onTime: 1 })
  // Nobody is shown kinds that they may not see.
  expect(Object.keys(await of(await as(accounts.northEngineer)))).toEqual(['repair'])
  expect(await of(await as(accounts.northBare))).toEqual({})
  const listed = await pageOrders(ctx, 'repair', {
    dueFrom: z('21T22:00:00').toISOString(),
    dueTo: z('25T22:59:59').toISOString(),
    projectTypeId: await typeOf(berlin),
  })
  // Cancelled ones are listed as well.
  expect(listed.total).toBe(5)
})

test('the online rate is of the time that is known, on days as long as they are', async () => {
  const { accounts, db } = world
  const north = await as(accounts.northAdmin)
  await db
    .updateTable('device')
    .set({ bound_at: z('23T00:00:00') })
    .where('id', '=', berlin.device)
    .execute()
  await db
    .updateTable('gateway')
    .set({ bound_at: z('01T00:00:00') })
    .where('id', '=', berlin.gateway)
    .execute()
  await db.deleteFrom('device_online').execute()
  await db.deleteFrom('gateway_link').execute()
  const change = (at: string, online: boolean) => ({ device_id: berlin.device, at: z(at), online })
  await db
    .insertInto('device_online')
    .values([
      // Elsewhere: offline for long, then online there. Bound at 02:00 in Berlin of the 23rd.
      change('02T00:00:00', false),
      change('20T00:00:00', true),
      // Off for five of the 25 hours of the 25th, and again from noon of the 27th on.
      change('25T00:00:00', false),
      change('25T05:00:00', true),
      change('27T11:00:00', false),
      change('27T11:30:00', false),
    ])
    .execute()
  await db
    .insertInto('gateway_link')
    .values({ gateway_id: berlin.gateway, at: z('26T11:00:00'), online: false, cause: 'silent' })
    .execute()
  const rates = await onlineRate(north, { ...week, projectId: berlin.project })
  expect(rates.days.map(({ devices }) => devices)).toEqual([null, 100, 100, 80, 100, 50, 0])
  expect(rates.days.map(({ gateways }) => gateways)).toEqual([null, null, null, null, 0, 0, 0])
  // Known from the 23rd at 02:00: 22 + 24 + 25 + 3 × 24 hours, of which 22 + 24 + 20 + 24 + 12 online.
  expect(rates.devices).toBe(Math.floor((102 / 143) * 1_000) / 10)
  expect(rates).toMatchObject({ gateways: 0, previousDevices: null, previousGateways: null })
  // Over all sites of the caller it is the same, because the others have no history.
  expect((await onlineRate(north, week)).devices).toBe(rates.devices)
  expect((await onlineRate(await as(accounts.southAdmin), week)).devices).toBeNull()
  expect((await onlineRate(north, { ...week, projectId: shanghai.project })).devices).toBeNull()
  // An engineer may see neither devices nor gateways.
  expect((await onlineRate(await as(accounts.northEngineer), week)).devices).toBeNull()
})

test('nobody who may not see alarms may ask for their charts', async () => {
  const { alarmTrend: first, alarmProjects: second, alarmTimes: third } = endpoints.homeChart
  for (const entry of [first, second, third]) {
    expect(mayCall(entry, true, new Set(['dataHome:view']))).toBe(false)
    expect(mayCall(entry, true, new Set(['dataHome:view', 'alarm:view']))).toBe(true)
  }
})

test('charts that take long leave connections to those who confirm alarms', async () => {
  const ctx = await as(world.accounts.northAdmin)
  const charts: Promise<unknown>[] = []
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table alarm_closing in access exclusive mode`.execute(tx)
    for (let days = 1; days <= 12; days++) charts.push(alarmTrend(ctx, { days }))
    const isWaiting = async () =>
      (
        await sql<{
          n: number
        }>`select count(*)::integer as n from pg_locks where not granted and relation = 'alarm_closing'::regclass`.execute(tx)
      ).rows[0]?.n ?? 0
    await vi.waitUntil(async () => (await isWaiting()) >= 3)
    expect(await ctx.db.selectFrom('project').select('id').execute()).not.toEqual([])
    expect(await isWaiting()).toBe(3)
  })
  await Promise.all(charts)
})
