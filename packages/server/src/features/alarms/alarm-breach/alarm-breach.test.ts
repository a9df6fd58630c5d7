import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createPartitions } from '../../../platform/database/partitions.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../alarm/alarm.fixture.ts'
import { alarmBreachExport, pageBreaches, sumBreaches } from './alarm-breach.reads.ts'

let world: TestWorld
let north: Ctx
let [near, far, foreign] = [] as unknown as [Site, Site, Site]
let operator: number

const dayMs = 86_400_000
const daysAgo = (days: number, seconds = 0): Date => new Date(world.clock.now().getTime() - days * dayMs + seconds * 1_000)

/** An alarm of some days ago whose confirmation was due after 90 s and came `late` seconds too late. Null: never. */
const breach = async (site: Site, days: number, late: number | null, clock: 'acknowledge' | 'close' = 'acknowledge') => {
  const at = daysAgo(days)
  const { id } = await addAlarm(world.db, site, { first_at: at, breached_at: daysAgo(days, 90) })
  await world.db
    .insertInto('alarm_breach')
    .values({
      alarm_id: id,
      alarm_first_at: at,
      clock,
      due_at: daysAgo(days, 90),
      ...(late === null ? {} : { answered_at: daysAgo(days, 90 + late), answered_by: operator }),
    })
    .execute()
  return id
}
const ids = async (ctx: Ctx, input: Parameters<typeof pageBreaches>[1]) =>
  (await pageBreaches(ctx, input)).list.map(({ alarmId }) => alarmId)

let [first, second, third, old, theirs] = [0, 0, 0, 0, 0]

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  operator = world.accounts.northAdmin.id
  for (const days of [1, 2, 3, 40]) await createPartitions(world.db, daysAgo(days))
  near = await addSite(world.db, world.companies.north)
  far = await addSite(world.db, world.companies.northAgent)
  foreign = await addSite(world.db, world.companies.south)
  first = await breach(near, 3, 30)
  second = await breach(near, 2, 600, 'close')
  third = await breach(far, 1, null)
  old = await breach(near, 40, 10)
  theirs = await breach(foreign, 1, null)
  // In time: not listed.
  await addAlarm(world.db, near, { first_at: daysAgo(1) })
})
afterAll(() => world.stop())

test('who was late and by how much, and what is still unanswered; latest first, for the last 30 days', async () => {
  const { list, total } = await pageBreaches(north, {})
  expect(total).toBe(3)
  expect(list).toMatchObject([
    { alarmId: third, answeredAt: null, answeredBy: null, lateS: 86_400 - 90, clock: 'acknowledge' },
    { alarmId: second, answeredBy: north.actor.name, lateS: 600, clock: 'close', projectId: near.project },
    { alarmId: first, lateS: 30 },
  ])
  expect(list[0]?.alarmCode).toMatch(/^A\d{8}-/)
  expect(await ids(north, { sort: 'lateS', order: 'asc' })).toEqual([first, second, third])
})

test('filters: period, project, company with all below it, clock, person and whether it was answered', async () => {
  expect(await ids(north, { startTime: daysAgo(60).toISOString(), endTime: daysAgo(30).toISOString() })).toEqual([old])
  expect(await ids(north, { projectId: far.project })).toEqual([third])
  expect(await ids(north, { companyId: world.companies.northAgent.id })).toEqual([third])
  expect(await ids(north, { clock: 'close' })).toEqual([second])
  expect(await ids(north, { answered: false })).toEqual([third])
  expect(await ids(north, { answeredById: operator, level: 'fire' })).toEqual([second, first])
})

test('nobody sees another company’s breaches', async () => {
  expect(await ids(await world.ctxOf(world.accounts.southAdmin), {})).toEqual([theirs])
  expect(await ids(await world.ctxOf(world.accounts.southCustomer), {})).toEqual([])
  expect(await ids(await world.ctxOf(world.accounts.siterAdmin), { projectId: foreign.project })).toEqual([theirs])
})

test('counted by project, type and person, most first', async () => {
  expect(await sumBreaches(north, { by: 'project' })).toMatchObject([
    { id: near.project, breaches: 2, unanswered: 0, averageLateS: 315, worstLateS: 600 },
    { id: far.project, breaches: 1, unanswered: 1 },
  ])
  expect(await sumBreaches(north, { by: 'operator' })).toMatchObject([
    { id: operator, nameZh: north.actor.name, breaches: 2 },
    { id: null, nameZh: null, breaches: 1 },
  ])
  expect((await sumBreaches(north, { by: 'type', clock: 'close' })).map(({ breaches }) => breaches)).toEqual([1])
})

test('an export goes through all of them once', async () => {
  const seen: number[] = []
  for (let after: number | null = null; ;) {
    const { list } = await alarmBreachExport.page(north, { pageSize: 2, after })
    if (list.length === 0) break
    seen.push(...list.map((row) => (row as unknown as { alarmId: number }).alarmId))
    after = (list.at(-1) as { id: number }).id
  }
  expect(new Set(seen)).toEqual(new Set([first, second, third]))
  expect(seen).toHaveLength(3)
})
