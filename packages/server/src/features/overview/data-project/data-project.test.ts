import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createPartitions } from '../../../platform/database/partitions.ts'
import { renderExport } from '../../../platform/exports.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { without } from '../../people/account/account.fixture.ts'
import { dataProjectExport, pageDataProjects, sumDataProjects } from './data-project.reads.ts'
import { statisticsTools } from './data-project.fixture.ts'

type Tools = ReturnType<typeof statisticsTools>

let world: TestWorld
let north: Ctx
let siter: Ctx
/** Full of everything; of an agent below; of another distributor; without anything; with devices that never reported. */
let [full, agents, foreign, bare, mute] = [] as unknown as [Site, Site, Site, Site, Site]

const dayMs = 86_400_000
let { ago, addDevice, addFault, addOrder, emptied } = {} as Tools

const day = (at: Date): string => at.toISOString().slice(0, 10)

beforeAll(async () => {
  world = await testWorld()
  ;({ ago, addDevice, addFault, addOrder, emptied } = statisticsTools(world))
  const { db, companies, accounts } = world
  north = await world.ctxOf(accounts.northAdmin)
  siter = await world.ctxOf(accounts.siterAdmin)
  for (const days of [1, 2, 3, 40]) await createPartitions(db, ago(days))
  full = await emptied(await addSite(db, companies.north))
  agents = await emptied(await addSite(db, companies.northAgent))
  foreign = await addSite(db, companies.south)
  bare = await emptied(await addSite(db, companies.north))
  mute = await emptied(await addSite(db, companies.north))
  await db.updateTable('project').set({ time_zone: 'Asia/Shanghai' }).execute()

  // Four devices: an open alarm, a fault and an alarm (alarm comes first), a fault of low power (fault first), low power and offline.
  const [burning, both, faulty, weak] = [
    await addDevice(full),
    await addDevice(full),
    await addDevice(full, { low_power: true }),
    await addDevice(full, { low_power: true, online: false }),
  ]
  // Offline with the fault that going offline raises; offline and never heard; fine; and three that do not count.
  const silent = await addDevice(full, { online: false })
  await addDevice(full, { online: false, last_seen_at: null })
  await addDevice(full)
  await addDevice(full, { deleted_at: ago(0) })
  await addDevice(full, { scrapped_at: ago(0) })
  await addDevice(full, { project_id: null })
  await addAlarm(db, full, { device_id: burning, state: 'confirmed', first_at: ago(1), confirmed_at: ago(1, 60) })
  await addAlarm(db, full, { device_id: both, first_at: ago(0, -600) })
  await addFault(full, both)
  await addFault(full, faulty, { state: 'processing' })
  await addFault(full, silent, { source_code: 'offline' })
  await addFault(full, weak, { state: 'solved' })
  await addFault(full, faulty, { test: true })

  // Closed ones: false, dealt with, a test, before the period. Answered after 60 s (above), 30, 300 and, raised again, 10 s.
  const closed = { device_id: burning, closed_by: accounts.northAdmin.id }
  await addAlarm(db, full, { ...closed, state: 'misreport', first_at: ago(2), confirmed_at: ago(2, 30), closed_at: ago(2, 90) })
  await addAlarm(db, full, { ...closed, state: 'misreport', first_at: ago(3), closed_at: ago(3, 300) })
  await addAlarm(db, full, {
    ...closed,
    state: 'cleared',
    first_at: ago(3),
    raised_at: ago(3, 1_000),
    confirmed_at: ago(3, 1_010),
    closed_at: ago(3, 1_100),
  })
  await addAlarm(db, full, { ...closed, state: 'misreport', test: true, first_at: ago(2), closed_at: ago(1) })
  await addAlarm(db, full, { ...closed, state: 'misreport', first_at: ago(40), closed_at: ago(40, 99_999) })

  // Two inspections done of four planned; not planned in the period, deleted, and another kind.
  await addOrder(full, { plan_due_on: day(ago(2)), status: 'complete', finished_at: ago(2) })
  await addOrder(full, { plan_due_on: day(ago(9)), status: 'pending_verify', finished_at: ago(9) })
  await addOrder(full, { plan_due_on: day(ago(5)), status: 'cancelled' })
  await addOrder(full, { due_at: ago(4), origin: 'manual', status: 'processing' })
  await addOrder(full, { plan_due_on: day(ago(50)), status: 'complete', finished_at: ago(50) })
  await addOrder(full, { plan_due_on: day(ago(-20)) })
  await addOrder(full, { plan_due_on: day(ago(3)), deleted_at: ago(1) })
  await addOrder(full, { kind: 'maintenance', plan_due_on: day(ago(3)), due_at: ago(2), status: 'on_hold' })
  await addOrder(full, { kind: 'repair', due_at: ago(1), status: 'pending_verify', finished_at: ago(1) })

  await db
    .updateTable('project')
    .set({ due_at: ago(-12), status: 'maintenance' })
    .where('id', '=', full.project)
    .execute()
  await db
    .updateTable('customer')
    .set({ contract_end: day(ago(-100)) })
    .where('id', '=', full.customer)
    .execute()

  await addDevice(mute, { online: false, last_seen_at: null, bound_at: ago(10) })
  await addDevice(mute, { online: false, last_seen_at: null, bound_at: ago(10) })
  await addDevice(agents)
  await addAlarm(db, agents, { state: 'misreport', first_at: ago(1), closed_at: ago(1, 50) })
  // A foreign row in the project of North must not count for North.
  await addAlarm(db, { ...foreign, project: full.project }, { state: 'misreport', first_at: ago(1), closed_at: ago(1, 5) })
  await addDevice({ ...foreign, project: full.project })
})
afterAll(() => world.stop())

const rowOf = async (ctx: Ctx, site: Site, input: Parameters<typeof pageDataProjects>[1] = {}) => {
  const { list } = await pageDataProjects(ctx, { pageSize: 100, ...input })
  return list.find(({ id }) => id === site.project)
}
const ids = async (ctx: Ctx, input: Parameters<typeof pageDataProjects>[1] = {}) =>
  (await pageDataProjects(ctx, { pageSize: 100, ...input })).list.map(({ id }) => id)

describe('a project', () => {
  test('has the devices, faults and orders of now, and the alarms and inspections of the last 30 days, as counted by hand', async () => {
    expect(await rowOf(north, full)).toMatchObject({
      deviceCount: 7,
      onlineDevices: 4,
      onlineRate: 0.571,
      unheardDevices: 1,
      alarmDevices: 2,
      faultDevices: 1,
      lowPowerDevices: 1,
      offlineDevices: 2,
      normalDevices: 1,
      unconfirmedAlarms: 1,
      confirmedAlarms: 1,
      falseAlarms: 2,
      clearedAlarms: 1,
      testAlarms: 1,
      answeredAlarms: 4,
      meanResponseS: 100,
      // Of 10, 30, 60 and 300 s: 60 + 0.7 × 240.
      p90ResponseS: 228,
      longestWaitS: 600,
      // 2 in 7 devices × 30 days.
      perDeviceYear: 3.48,
      openFaults: 3,
      processingFaults: 1,
      inspectionsPlanned: 4,
      inspectionsDone: 2,
      overdueOrders: 2,
      overdueOf: { install: 0, repair: 0, inspect: 1, maintenance: 1 },
      remainingDays: 12,
      joined: false,
    })
  })

  test('has a score that its costs explain', async () => {
    const row = await rowOf(north, full)
    // Online 4/7: 40 × (3/7) / 0.5; response 600 s: 15 × 510 / 810; faults 3/7 and false alarms: all; inspections 2/4; overdue 2/3; 12 days.
    expect(row?.costs).toEqual({
      online: 35,
      response: 10,
      faults: 15,
      falseAlarms: 10,
      inspections: 5,
      overdue: 4,
      service: 3,
    })
    expect(row?.health).toBe(18)
  })

  test('counts the days until its customer’s contract ends, for those who see customers', async () => {
    expect((await rowOf(north, full))?.contractDays).toBe(
      Math.round((Date.parse(day(ago(-100))) - Date.parse(shanghaiDay())) / dayMs),
    )
    expect((await rowOf(without(north, 'customer:view'), full))?.contractDays).toBeNull()
  })
  const shanghaiDay = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(world.clock.now())

  test('without anything has no rates, neither 0 nor 100 %', async () => {
    expect(await rowOf(north, bare)).toMatchObject({
      deviceCount: 0,
      onlineRate: null,
      perDeviceYear: null,
      meanResponseS: null,
      p90ResponseS: null,
      longestWaitS: null,
      inspectionsPlanned: 0,
      health: null,
      remainingDays: null,
    })
  })

  test('whose devices never reported looks unhealthy, and nothing is known of its false alarms', async () => {
    expect(await rowOf(north, mute)).toMatchObject({
      deviceCount: 2,
      unheardDevices: 2,
      offlineDevices: 2,
      onlineRate: 0,
      perDeviceYear: null,
      health: 0,
    })
  })
})

test.each([
  ['Asia/Shanghai', '2026-09-09T16:00:00.000Z'],
  ['America/Los_Angeles', '2026-09-10T07:00:00.000Z'],
])('a period of one day in the site’s time zone, %s', async (zone, begin) => {
  const site = await emptied(await addSite(world.db, world.companies.north))
  // 10 September there.
  const from = Date.parse(begin)
  const to = from + dayMs - 1
  await world.db.updateTable('project').set({ time_zone: zone }).where('id', '=', site.project).execute()
  await createPartitions(world.db, new Date(from))
  for (const at of [from - 1, from, to, to + 1])
    await addAlarm(world.db, site, { state: 'cleared', first_at: new Date(at), closed_at: new Date(at + 1_000) })
  const done = { status: 'complete', finished_at: new Date(to) } as const
  await addOrder(site, { plan_due_on: '2026-09-09' })
  await addOrder(site, { plan_due_on: '2026-09-10', ...done })
  await addOrder(site, { plan_due_on: '2026-09-11' })
  // Due by a time instead of a day: its day counts, on the same calendar.
  await addOrder(site, { due_at: new Date(to - 1_800_000), ...done })
  await addOrder(site, { due_at: new Date(to + 1_800_000) })
  await addOrder(site, { due_at: new Date(from - 1_800_000) })
  const period = { startTime: begin, endTime: new Date(to).toISOString() }
  expect(await rowOf(north, site, period)).toMatchObject({ clearedAlarms: 2, inspectionsPlanned: 2, inspectionsDone: 2 })
  await world.db
    .updateTable('project')
    .set({ deleted_at: ago(0) })
    .where('id', '=', site.project)
    .execute()
  expect(await rowOf(north, site, period)).toBeUndefined()
})

describe('the list', () => {
  test('has the projects of the caller’s scope', async () => {
    expect(new Set(await ids(north))).toEqual(new Set([full, agents, bare, mute].map(({ project }) => project)))
    expect(await ids(await world.ctxOf(world.accounts.northAgentAdmin))).toEqual([agents.project])
    expect(await ids(await world.ctxOf(world.accounts.southAdmin))).toEqual([foreign.project])
    expect(await ids(await world.ctxOf(world.accounts.southCustomer))).toEqual([])
    expect(await ids(siter)).toHaveLength(5)
  })

  test('shows a customer their own project, with its alarms', async () => {
    await world.db
      .updateTable('account')
      .set({ customer_id: full.customer })
      .where('id', '=', world.accounts.northCustomer.id)
      .execute()
    const customer = await world.ctxOf(world.accounts.northCustomer)
    expect(await ids(customer)).toEqual([full.project])
    expect(await rowOf(customer, full)).toMatchObject({ deviceCount: 7, falseAlarms: 2, openFaults: 3, contractDays: null })
  })

  test('shows a joined project to the joiner', async () => {
    const south = await world.ctxOf(world.accounts.southAdmin)
    if (south.scope.kind !== 'company') throw new Error('south is a company')
    const scope = { ...south.scope, joined: [{ id: full.project, rights: [] }] }
    const joiner = { ...south, scope, db: scoped(world.db, scope) }
    expect(new Set(await ids(joiner))).toEqual(new Set([full.project, foreign.project]))
    expect(await rowOf(joiner, full)).toMatchObject({ joined: true, openFaults: 3, contractDays: null })
  })

  test('filters by company with all below it, type, status, lifecycle and keyword', async () => {
    const { db, companies } = world
    expect(await ids(siter, { companyId: companies.northAgent.id })).toEqual([agents.project])
    expect(await ids(siter, { companyId: companies.north.id })).toHaveLength(4)
    expect(await ids(north, { status: 'maintenance' })).toEqual([full.project])
    expect(await ids(north, { lifecycle: 'completed' })).toEqual([full.project])
    await db.updateTable('project').set({ stopped: true }).where('id', '=', mute.project).execute()
    expect(await ids(north, { lifecycle: 'stopped' })).toEqual([mute.project])
    expect(new Set(await ids(north, { lifecycle: 'open' }))).toEqual(new Set([agents.project, bare.project]))
    const { code, type_id } = await db.selectFrom('project').selectAll().where('id', '=', bare.project).executeTakeFirstOrThrow()
    expect(await ids(north, { keyword: code })).toEqual([bare.project])
    expect(await ids(north, { keyword: code, lifecycle: 'completed' })).toEqual([])
    expect(await ids(north, { typeId: type_id })).toEqual([bare.project])
  })

  test('is sorted by computed figures, page by page, with the unknown ones last in both directions', async () => {
    expect(await ids(north, { sort: 'health', order: 'asc' })).toEqual([mute, full, agents, bare].map(({ project }) => project))
    expect(await ids(north, { sort: 'health', order: 'desc' })).toEqual([agents, full, mute, bare].map(({ project }) => project))
    expect((await ids(north, { sort: 'falseAlarms', order: 'desc' })).slice(0, 2)).toEqual([full.project, agents.project])
    const first = await pageDataProjects(north, { sort: 'health', order: 'asc', pageSize: 2 })
    expect(first).toMatchObject({ total: 4, totalCapped: false })
    const next = await pageDataProjects(north, { sort: 'health', order: 'asc', pageSize: 2, cursor: first.next ?? '' })
    const second = await pageDataProjects(north, { sort: 'health', order: 'asc', pageSize: 2, pageNum: 2 })
    expect(next.list.map(({ id }) => id)).toEqual([agents.project, bare.project])
    expect(second.list).toEqual(next.list)
  })

  test('is exported with the same filter', async () => {
    const text = async (input: Record<string, unknown>): Promise<string> => {
      const chunks: Buffer[] = []
      const run = {
        locale: 'en',
        format: 'csv',
        filters: input,
        timeZone: 'Asia/Shanghai',
        onRows: async () => undefined,
      } as const
      for await (const chunk of renderExport(north, dataProjectExport, run)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString()
    }
    const all = (await text({})).trim().split('\r\n')
    expect(all).toHaveLength(5)
    const one = (await text({ status: 'maintenance' })).trim().split('\r\n')
    expect(one).toHaveLength(2)
    expect(one[1]).toContain('57.1 %')
  })
})

describe('the summary', () => {
  test('adds up what is filtered, and ranks it', async () => {
    expect(await sumDataProjects(north, {})).toMatchObject({
      projects: 4,
      silentProjects: 1,
      emptyProjects: 1,
      deviceCount: 10,
      onlineDevices: 5,
      onlineRate: 0.5,
      unheardDevices: 3,
      falseAlarms: 3,
      testAlarms: 1,
      answeredAlarms: 5,
      // 10, 30, 50, 60 and 300 s.
      meanResponseS: 90,
      p90ResponseS: 204,
      longestWaitS: 600,
      openFaults: 3,
      inspectionsPlanned: 4,
      inspectionsDone: 2,
      overdueOrders: 2,
      lowest: [{ id: mute.project, health: 0 }, { id: full.project, health: 18 }, { id: agents.project }],
      busiest: [
        { id: full.project, unconfirmedAlarms: 1, falseAlarms: 2, confirmedAlarms: 1, clearedAlarms: 1 },
        { id: agents.project },
      ],
    })
    expect(await sumDataProjects(siter, { companyId: world.companies.northAgent.id })).toMatchObject({
      projects: 1,
      falseAlarms: 1,
      lowest: [{ id: agents.project }],
    })
  })

  test('of nothing divides by nothing', async () => {
    expect(await sumDataProjects(north, { keyword: 'there is no such project' })).toMatchObject({
      projects: 0,
      meanHealth: null,
      onlineRate: null,
      perDeviceYear: null,
      meanResponseS: null,
      lowest: [],
      busiest: [],
    })
  })
})
