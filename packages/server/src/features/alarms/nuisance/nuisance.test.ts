import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { createPartitions } from '../../../platform/database/partitions.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../alarm/alarm.fixture.ts'
import { nuisanceExport } from './nuisance.export.ts'
import { pageNuisance, ranked } from './nuisance.reads.ts'

let world: TestWorld
let north: Ctx
let [often, seldom, foreign] = [] as unknown as [Site, Site, Site]

const dayMs = 86_400_000
const daysAgo = (days: number): Date => new Date(world.clock.now().getTime() - days * dayMs)

const falseAlarm = (site: Site, days: number, cause: 'cooking' | 'dust' | 'steam', more: object = {}) =>
  addAlarm(world.db, site, { first_at: daysAgo(days), state: 'misreport', cause, closed_at: daysAgo(days), ...more })

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  for (let days = 0; days <= 400; days += 25) await createPartitions(world.db, daysAgo(days))
  often = await addSite(world.db, world.companies.north)
  seldom = await addSite(world.db, world.companies.northAgent)
  foreign = await addSite(world.db, world.companies.south)
  await world.db
    .updateTable('device')
    .set({ bound_at: daysAgo(73) })
    .where('id', '=', often.device)
    .execute()
  await falseAlarm(often, 5, 'dust')
  await falseAlarm(often, 40, 'cooking')
  await falseAlarm(often, 60, 'cooking')
  await falseAlarm(often, 300, 'cooking')
  await falseAlarm(seldom, 2, 'steam')
  await falseAlarm(foreign, 1, 'steam')
  // Neither real alarms nor tests count as false.
  await addAlarm(world.db, often, { first_at: daysAgo(3), state: 'cleared', handle_way: 'onSite', closed_at: daysAgo(3) })
  await falseAlarm(often, 4, 'dust', { test: true })
  await addAlarm(world.db, often, { first_at: daysAgo(1) })
})
afterAll(() => world.stop())

test('the worst comes first, with its share, its rate and its last cause', async () => {
  const page = await pageNuisance(north, { startTime: daysAgo(100).toISOString() })
  expect(page).toMatchObject({ total: 2, falseAlarms: 4 })
  expect(page.list).toMatchObject([
    { id: often.device, falseAlarms: 3, closedAlarms: 4, falseShare: 0.75, lastCause: 'dust', projectId: often.project },
    { id: seldom.device, falseAlarms: 1, closedAlarms: 1, falseShare: 1, lastCause: 'steam' },
  ])
  // It was there for 73 of the hundred days: three in a fifth of a year.
  expect(page.list[0]?.perDeviceYear).toBe(15)
  // Bound a moment ago, which counts as thirty days, not as minutes.
  expect(page.list[1]?.perDeviceYear).toBe(12.2)
})

test('filters: period, project, company with all below it, cause; the default period is a year', async () => {
  const ids = async (input: Parameters<typeof pageNuisance>[1]) => (await pageNuisance(north, input)).list.map(({ id }) => id)
  const counts = async (input: Parameters<typeof pageNuisance>[1]) =>
    (await pageNuisance(north, input)).list.map(({ falseAlarms }) => falseAlarms)
  expect(await counts({})).toEqual([4, 1])
  expect(await counts({ startTime: daysAgo(10).toISOString(), sort: 'lastFalseAt', order: 'asc' })).toEqual([1, 1])
  expect(await ids({ sort: 'lastFalseAt', order: 'desc' })).toEqual([seldom.device, often.device])
  expect(await ids({ projectId: seldom.project })).toEqual([seldom.device])
  expect(await ids({ companyId: world.companies.northAgent.id })).toEqual([seldom.device])
  expect(await ids({ companyId: world.companies.north.id })).toEqual([often.device, seldom.device])
  expect(await ids({ cause: 'steam' })).toEqual([seldom.device])
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  expect((await pageNuisance(siter, {})).total).toBe(3)
  const customer = await world.ctxOf(world.accounts.southCustomer)
  expect((await pageNuisance(customer, {})).total).toBe(0)
})

test('each page knows the total, even one beyond the last', async () => {
  const page = async (input: object) => {
    const { list, total, falseAlarms, next } = await pageNuisance(north, { pageSize: 1, ...input })
    return { ids: list.map(({ id }) => id), total, falseAlarms, next }
  }
  const all = { total: 2, falseAlarms: 5 }
  const first = await page({})
  expect(first).toMatchObject({ ids: [often.device], ...all, next: expect.any(String) })
  expect(await page({ pageNum: 2 })).toMatchObject({ ids: [seldom.device], ...all, next: undefined })
  expect(await page({ pageNum: 3 })).toMatchObject({ ids: [], ...all })
  expect(await page({ cursor: first.next })).toMatchObject({ ids: [seldom.device], ...all })
  expect(await page({ projectId: foreign.project })).toMatchObject({ ids: [], total: 0, falseAlarms: 0 })
})

test('an export goes through all pages in the order of the ranking', async () => {
  const more: number[] = []
  for (let i = 0; i < 5; i++) {
    const site = await addSite(world.db, world.companies.north)
    await falseAlarm(site, 7, 'dust')
    if (i === 3) await falseAlarm(site, 8, 'dust')
    more.push(site.device)
  }
  const rows: { id: number; falseAlarms: number }[] = []
  for (let after: number | null = null; ; after = rows.at(-1)?.id ?? null) {
    const { list } = await nuisanceExport.page(north, { pageSize: 2, after })
    rows.push(...(list as unknown as typeof rows))
    if (list.length === 0) break
  }
  expect(rows.map(({ falseAlarms }) => falseAlarms)).toEqual([4, 2, 1, 1, 1, 1, 1])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(7)
  expect(rows[1]?.id).toBe(more[3])
})

test('it reads only the index of false alarms', async () => {
  // With few rows, any index would do: several in each third of every month.
  for (let i = 0; i < 300; i++)
    await addAlarm(world.db, often, {
      first_at: daysAgo((i % 33) * 10 + 1),
      state: 'cleared',
      handle_way: 'onSite',
      closed_at: daysAgo(0),
    })
  await sql`analyze alarm`.execute(world.db)
  await sql`set enable_seqscan = off`.execute(world.db)
  // With the generic plan for all values.
  const ranking = ranked(north, {}).compile()
  const plan = await sql.raw<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${ranking.sql}`).execute(world.db)
  const months = await sql<{ name: string }>`select distinct tableoid::regclass::text as name from alarm`.execute(world.db)
  expect(months.rows.length).toBeGreaterThan(0)
  // For an empty month, any index costs the same.
  for (const { name } of months.rows) {
    const scans = plan.rows.map((row) => row['QUERY PLAN']).filter((line) => line.includes('Scan') && line.includes(name))
    expect(scans.length, name).toBeGreaterThan(0)
    for (const scan of scans) expect(scan).toMatch(/alarm.*(first_at_id_split_part|alarm_false)/)
  }
})
