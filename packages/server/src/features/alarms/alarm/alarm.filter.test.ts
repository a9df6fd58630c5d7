import { alarmCode, limits } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from './alarm.fixture.ts'
import { alarmExport, pageAlarms, selectAlarmTypes } from './alarm.reads.ts'
import type { StoredAlarm } from './alarm.store.ts'

let world: TestWorld
let site: Site
let agentSite: Site
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  agentSite = await addSite(world.db, world.companies.northAgent)
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('alarm_open').execute()
  await world.db.deleteFrom('alarm').execute()
})

const minutesAgo = (minutes: number): Date => new Date(world.clock.now().getTime() - minutes * 60_000)
const codesOf = (alarms: readonly StoredAlarm[]): string[] =>
  alarms.map((alarm) => alarmCode(alarm.id, alarm.first_at, alarm.timeZone))
const found = async (input: Parameters<typeof pageAlarms>[1], ctx = north): Promise<string[]> => {
  const page = await pageAlarms(ctx, input)
  expect(page).toMatchObject({ total: page.list.length, totalCapped: false })
  return page.list.map((row) => row.code)
}

describe('filters', () => {
  test('each filter works as named', async () => {
    const types = await selectAlarmTypes(north)
    const heat = types.find((type) => type.labelEn === 'Heat')?.value ?? 0
    const unconfirmed = await addAlarm(world.db, site, {
      first_at: minutesAgo(1),
      acknowledge_due_at: new Date(world.clock.now().getTime() + 1),
    })
    const late = await addAlarm(world.db, site, { first_at: minutesAgo(2), acknowledge_due_at: minutesAgo(1) })
    const confirmed = await addAlarm(world.db, site, {
      first_at: minutesAgo(3),
      state: 'confirmed',
      type_id: heat,
      source_active: true,
    })
    const cleared = await addAlarm(world.db, agentSite, {
      first_at: minutesAgo(60),
      state: 'cleared',
      level: 'warning',
      handle_way: 'drill',
    })
    const misreport = await addAlarm(world.db, site, {
      first_at: minutesAgo(90),
      state: 'misreport',
      test: true,
      cause: 'steam',
      source_active: true,
    })

    expect(await found({})).toEqual(codesOf([unconfirmed, late, confirmed, cleared, misreport]))
    // Single rows, with and without conditions: what a console asks about rows that have left the page.
    const two = [late.id, cleared.id]
    expect(await found({ ids: two })).toEqual(codesOf([late, cleared]))
    expect(await found({ ids: two, state: 'unconfirmed' })).toEqual(codesOf([late]))
    expect(await found({ ids: two }, await world.ctxOf(world.accounts.southAdmin))).toEqual([])
    expect(await found({ order: 'asc' })).toEqual(codesOf([misreport, cleared, confirmed, late, unconfirmed]))
    expect(await found({ state: 'confirmed' })).toEqual(codesOf([confirmed]))
    // Open alarms are in queue order.
    expect(await found({ open: true })).toEqual(codesOf([late, unconfirmed, confirmed]))
    expect(await found({ open: true, sort: 'firstAt', order: 'desc' })).toEqual(codesOf([unconfirmed, late, confirmed]))
    expect(await found({ open: false })).toEqual(codesOf([cleared, misreport]))
    expect(await found({ breached: true })).toEqual(codesOf([late]))
    expect(await found({ breached: false })).toEqual(codesOf([unconfirmed, confirmed, cleared, misreport]))
    expect(await found({ level: 'warning' })).toEqual(codesOf([cleared]))
    expect(await found({ sourceActive: true })).toEqual(codesOf([confirmed]))
    expect(await found({ sourceActive: true, open: false })).toEqual([])
    expect(await found({ sourceActive: false })).toEqual(codesOf([late, unconfirmed]))
    expect(await found({ handleWay: 'drill' })).toEqual(codesOf([cleared]))
    expect(await found({ handleWay: 'onSite' })).toEqual([])
    expect(await found({ cause: 'steam' })).toEqual(codesOf([misreport]))
    expect(await found({ typeId: heat })).toEqual(codesOf([confirmed]))
    expect(await found({ projectId: agentSite.project })).toEqual(codesOf([cleared]))
    expect(await found({ deviceId: agentSite.device })).toEqual(codesOf([cleared]))
    expect(await found({ gatewayId: agentSite.gateway })).toEqual(codesOf([cleared]))
    // A company's alarms include all below it; for a company that the caller does not see there are none.
    const { north: company, northAgent, south } = world.companies
    expect(await found({ companyId: company.id })).toEqual(codesOf([unconfirmed, late, confirmed, cleared, misreport]))
    expect(await found({ companyId: northAgent.id })).toEqual(codesOf([cleared]))
    expect(await found({ companyId: south.id })).toEqual([])
    expect(await found({ test: true })).toEqual(codesOf([misreport]))
    expect(await found({ startTime: minutesAgo(60).toISOString(), endTime: minutesAgo(2).toISOString() })).toEqual(
      codesOf([late, confirmed, cleared]),
    )
    expect(await found({ open: true, deviceId: agentSite.device })).toEqual([])
  })

  test('by who confirmed and who closed, and by where the project is', async () => {
    const { northAdmin, northEngineer } = world.accounts
    const own = await addAlarm(world.db, site, { state: 'cleared', confirmed_by: northAdmin.id, closed_by: northEngineer.id })
    const other = await addAlarm(world.db, agentSite, { state: 'cleared', closed_by: northAdmin.id })
    expect(await found({ confirmedById: northAdmin.id })).toEqual(codesOf([own]))
    expect(await found({ closedById: northAdmin.id })).toEqual(codesOf([other]))
    const zone = { country: 'CN', province: '110000', city: '110100', region: '110105' }
    await world.db.updateTable('project').set(zone).where('id', '=', agentSite.project).execute()
    expect(await found({ province: '110000' })).toEqual(codesOf([other]))
    expect(await found({ ...zone, closedById: northEngineer.id })).toEqual([])
    expect(await found({ province: '310000' })).toEqual([])
  })

  test('a keyword matches an alarm’s number or part of a device’s code, name, room or of a project’s name', async () => {
    await world.db
      .updateTable('device')
      .set({ name: 'Kitchen 100%_a', code: 'KX_01', room_number: 'B-12' })
      .where('id', '=', site.device)
      .execute()
    await world.db
      .updateTable('device')
      .set({ name: 'Kitchen 100 ab', code: 'KXY01', room_number: 'B412' })
      .where('id', '=', agentSite.device)
      .execute()
    await world.db.updateTable('project').set({ name: 'Harbour_Hall' }).where('id', '=', agentSite.project).execute()
    const own = await addAlarm(world.db, site, { first_at: minutesAgo(1) })
    const below = await addAlarm(world.db, agentSite, { first_at: minutesAgo(2) })
    const [ownCode = ''] = codesOf([own])

    expect(await found({ keyword: ownCode })).toEqual([ownCode])
    expect(await found({ keyword: ownCode.toLowerCase() })).toEqual([ownCode])
    expect(await found({ keyword: 'A20200101-000001' })).toEqual([])
    expect(await found({ keyword: 'kitchen' })).toEqual(codesOf([own, below]))
    expect(await found({ keyword: '100%' })).toEqual([ownCode])
    expect(await found({ keyword: '%' })).toEqual([ownCode])
    expect(await found({ keyword: 'KX_0' })).toEqual([ownCode])
    expect(await found({ keyword: 'b-12' })).toEqual([ownCode])
    expect(await found({ keyword: 'harbour_h' })).toEqual(codesOf([below]))
    expect(await found({ keyword: 'harbourxh' })).toEqual([])
    expect(await found({ keyword: '\\' })).toEqual([])
    expect(await found({ keyword: 'kitchen', state: 'cleared' })).toEqual([])
  })

  test('a keyword that matches more devices than are passed as ids finds the same alarms', async () => {
    const { db } = world
    await sql`insert into device (company_id, path, customer_id, project_id, gateway_id, model_id, code, name)
      select company_id, path, customer_id, project_id, gateway_id, model_id, 'MANY' || n, 'Corridor ' || n
      from device, generate_series(1, 1100) as n where id = ${site.device}`.execute(db)
    const corridor = await db.selectFrom('device').select('id').where('code', 'in', ['MANY1', 'MANY1100']).orderBy('id').execute()
    const alarms = []
    for (const [index, { id }] of corridor.entries())
      alarms.unshift(await addAlarm(db, { ...site, device: id }, { first_at: minutesAgo(9 - index) }))
    await addAlarm(db, agentSite)
    expect(await found({ keyword: 'corridor' })).toEqual(codesOf(alarms))
    expect(await found({ keyword: 'corridor 1100' })).toEqual(codesOf(alarms.slice(0, 1)))
    expect(await found({ keyword: 'corridor' }, await world.ctxOf(world.accounts.southAdmin))).toEqual([])
    await db.deleteFrom('alarm_open').execute()
    await db.deleteFrom('alarm').execute()
    await db.deleteFrom('device').where('code', 'like', 'MANY%').execute()
  })
})

test('totals are counted to the cap, and every page up to it can be reached', async () => {
  const { id: last } = await addAlarm(world.db, site, { first_at: minutesAgo(1) })
  const copy = async (count: number) =>
    sql`insert into alarm (company_id, path, customer_id, project_id, gateway_id, device_id, type_id, level, state, source_format, source_code, first_at, last_at)
      select company_id, path, customer_id, project_id, gateway_id, device_id, type_id, level, 'cleared', source_format, source_code,
        first_at - n * interval '1 second', last_at from alarm, generate_series(1, ${count}::integer) as n where id = ${last}`.execute(
      world.db,
    )
  await copy(limits.totalCap - 1)
  expect(await pageAlarms(north, {})).toMatchObject({ total: limits.totalCap, totalCapped: false })
  await copy(5)
  const first = await pageAlarms(north, {})
  expect(first).toMatchObject({ total: limits.totalCap, totalCapped: true })
  expect(first.list[0]?.id).toBe(last)
  expect((await pageAlarms(north, { pageNum: 1_000 })).list).toHaveLength(10)
  expect(await pageAlarms(north, { open: true })).toMatchObject({ total: 1, totalCapped: false })
  const seen = new Set<number>()
  for (let after: number | null = null; ;) {
    const { list }: { list: readonly { id: number }[] } = await alarmExport.page(north, { after, pageSize: 800 })
    for (const row of list) seen.add(row.id)
    after = list.at(-1)?.id ?? null
    if (after === null) break
  }
  expect(seen.size).toBe(limits.totalCap + 5)
})
