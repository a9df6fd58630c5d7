import { alarmCode } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, tracesOf, type Site } from './alarm.fixture.ts'
import { alarmDetail } from './alarm-detail.reads.ts'
import { alarmExport, exportAlarms, openAlarms, pageAlarms } from './alarm.reads.ts'
import type { StoredAlarm } from './alarm.store.ts'
import { linkRepairOrder, unlinkRepairOrder } from './lifecycle/link-repair-order.ts'
import { showAlarms } from './show-alarms.ts'

let world: TestWorld
let site: Site
let agentSite: Site
let southSite: Site
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  agentSite = await addSite(world.db, world.companies.northAgent)
  southSite = await addSite(world.db, world.companies.south)
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

describe('whose alarms a caller sees', () => {
  test('a company its own and those of the companies below, a customer its own, an ordinary user those of bound devices', async () => {
    const own = await addAlarm(world.db, site, { first_at: minutesAgo(3), customer_id: world.customers.north })
    const below = await addAlarm(world.db, agentSite, { first_at: minutesAgo(2) })
    const sibling = await addAlarm(world.db, southSite, { first_at: minutesAgo(1) })
    const sees = async (who: keyof TestWorld['accounts']) => found({}, await world.ctxOf(world.accounts[who]))

    expect(await sees('siterAdmin')).toEqual(codesOf([sibling, below, own]))
    expect(await sees('northAdmin')).toEqual(codesOf([below, own]))
    expect(await sees('northAgentAdmin')).toEqual(codesOf([below]))
    expect(await sees('northAgentTwoAdmin')).toEqual([])
    expect(await sees('southAdmin')).toEqual(codesOf([sibling]))
    expect(await sees('northCustomer')).toEqual(codesOf([own]))
    expect(await sees('northUser')).toEqual([])
    await world.db
      .insertInto('device_user')
      .values({ device_id: agentSite.device, account_id: world.accounts.northUser.id })
      .execute()
    expect(await sees('northUser')).toEqual(codesOf([below]))
  })

  test('a sibling company gets nothing by id, by keyword, as open, or to export', async () => {
    const alarm = await addAlarm(world.db, site)
    const south = await world.ctxOf(world.accounts.southAdmin)
    await expect(alarmDetail(south, { id: alarm.id })).rejects.toMatchObject({ reason: 'notFound' })
    expect(await found({ keyword: alarmCode(alarm.id, alarm.first_at, alarm.timeZone) }, south)).toEqual([])
    expect(await openAlarms(south, 10)).toMatchObject({ list: [], total: 0 })
    expect(await alarmExport.page(south, { after: null })).toMatchObject({ list: [] })
    await showAlarms(south, { ids: [alarm.id] })
    expect((await tracesOf(world.db, 'alarm', alarm.id)).journey).toEqual([])
  })
})

describe('one alarm', () => {
  test('shows its journey in milliseconds, its raw report and its project', async () => {
    const firstAt = world.clock.now()
    const report = await world.db
      .insertInto('report')
      .values({
        received_at: firstAt,
        gateway_id: site.gateway,
        device_id: site.device,
        sequence: 41,
        position: 0,
        format: 'EW',
        code: 'smoke',
        type: 'alarm',
        values: '{"battery":87}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const alarm = await addAlarm(world.db, site, { first_at: firstAt, report_id: report.id })
    await world.db.updateTable('project').set({ address: '1 Quay', stopped: true }).where('id', '=', site.project).execute()
    const at = (ms: number) => new Date(firstAt.getTime() + ms)
    await world.db
      .insertInto('alarm_journey')
      .values([
        { alarm_id: alarm.id, at: at(3), step: 'stored' },
        { alarm_id: alarm.id, at: at(0), step: 'received' },
        { alarm_id: alarm.id, at: at(0), step: 'deviceTime' },
        { alarm_id: alarm.id, at: at(9), step: 'confirmed', actor_id: world.accounts.siterAdmin.id },
      ])
      .execute()
    const detail = await alarmDetail(north, { id: alarm.id })
    expect(detail).toMatchObject({
      code: alarmCode(alarm.id, alarm.first_at, alarm.timeZone),
      projectAddress: '1 Quay',
      projectStopped: true,
      orderId: null,
      orderCode: null,
    })
    expect(detail.journey).toEqual([
      { at: at(0).toISOString(), step: 'deviceTime', actor: null, detail: {} },
      { at: at(0).toISOString(), step: 'received', actor: null, detail: {} },
      { at: at(3).toISOString(), step: 'stored', actor: null, detail: {} },
      { at: at(9).toISOString(), step: 'confirmed', actor: 'Siter Admin', detail: {} },
    ])
    expect(detail.rawReport).toEqual({
      receivedAt: alarm.first_at,
      deviceTime: null,
      sentTime: null,
      frame: null,
      deviceCode: null,
      sequence: 41,
      format: 'EW',
      code: 'smoke',
      problem: null,
      values: { battery: 87 },
    })
  })

  test('of an unregistered detector shows its code: in the list, the detail, the raw report, the search and the export', async () => {
    const firstAt = world.clock.now()
    const sent = {
      received_at: firstAt,
      gateway_id: site.gateway,
      device_code: 'NEW-17',
      position: 0,
      code: 'smoke',
      type: 'alarm' as const,
    }
    const report = await world.db
      .insertInto('report')
      .values({ ...sent, problem: 'format values' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const alarm = await addAlarm(world.db, site, {
      device_id: null,
      device_code: 'NEW-17',
      first_at: firstAt,
      report_id: report.id,
    })
    await addAlarm(world.db, site, { device_code: 'NEW-17-registered' })
    const named = { id: alarm.id, deviceId: null, deviceCode: 'NEW-17', deviceName: null }
    expect(await alarmDetail(north, { id: alarm.id })).toMatchObject({
      ...named,
      rawReport: { deviceCode: 'NEW-17', sequence: null, format: null, problem: 'format values' },
    })
    expect((await pageAlarms(north, { keyword: 'new-1' })).list).toMatchObject([named])
    expect(await found({ keyword: 'new-1' }, await world.ctxOf(world.accounts.southAdmin))).toEqual([])
    const { list } = await alarmExport.page(north, { keyword: 'NEW-17', after: null })
    expect(list).toMatchObject([{ deviceCode: 'NEW-17' }])
  })

  test('is shown for the first time only once, and all alarms of a call make one audit row', async () => {
    const [seen, fresh, other] = [
      await addAlarm(world.db, site),
      await addAlarm(world.db, site),
      await addAlarm(world.db, agentSite),
    ]
    const ids = [fresh.id, seen.id, other.id]
    await showAlarms(north, { ids: [seen.id] })
    const firstShown = world.clock.now().toISOString()
    world.clock.forward(12)
    await showAlarms(north, { ids })
    world.clock.forward(12)
    await showAlarms(await world.ctxOf(world.accounts.siterAdmin), { ids })

    const by = world.accounts.northAdmin.id
    expect((await tracesOf(world.db, 'alarm', seen.id)).journey).toMatchObject([{ step: 'shown', at: firstShown, actor_id: by }])
    expect((await tracesOf(world.db, 'alarm', fresh.id)).journey).toMatchObject([{ step: 'shown', actor_id: by }])
    const rows = await world.db
      .selectFrom('audit_log')
      .select(['actor_id', 'changes'])
      .where('action', '=', 'alarm.shown')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { actor_id: by, changes: { shown: [null, codesOf([seen])] } },
      { actor_id: by, changes: { shown: [null, codesOf([fresh, other])] } },
    ])
  })

  test('refers to the repair order created from it, until that is deleted', async () => {
    const alarm = await addAlarm(world.db, site)
    const order = { alarmId: alarm.id, orderId: site.order, orderCode: 'R-1' }
    await transact(north, (write) => linkRepairOrder(write, order))
    expect(await alarmDetail(north, { id: alarm.id })).toMatchObject({
      orderId: site.order,
      state: 'unconfirmed',
      journey: [{ step: 'repairOrder', detail: { orderCode: 'R-1' } }],
    })
    await transact(north, (write) => unlinkRepairOrder(write, order))
    expect(await alarmDetail(north, { id: alarm.id })).toMatchObject({ orderId: null, orderCode: null })
    const { audits, events } = await tracesOf(world.db, 'alarm', alarm.id)
    expect(audits.map((row) => row.changes)).toEqual([{ orderId: [null, site.order] }, { orderId: [site.order, null] }])
    expect(events.map((event) => event.change)).toEqual(['repairOrder', 'repairOrder'])
    const foreign = transact(north, (write) => linkRepairOrder(write, { ...order, alarmId: 999_999 }))
    await expect(foreign).rejects.toMatchObject({ reason: 'notFound' })
  })
})

test('open alarms: unconfirmed first, then oldest first, with an exact total', async () => {
  const confirmed = await addAlarm(world.db, site, { first_at: minutesAgo(9), state: 'confirmed' })
  const young = await addAlarm(world.db, site, { first_at: minutesAgo(1) })
  const old = await addAlarm(world.db, agentSite, { first_at: minutesAgo(5) })
  await addAlarm(world.db, site, { state: 'cleared' })
  await addAlarm(world.db, southSite)
  const all = await openAlarms(north, 10)
  expect(all.list.map((row) => row.id)).toEqual([old.id, young.id, confirmed.id])
  const two = await openAlarms(north, 2)
  expect(two).toMatchObject({ total: 3, totalCapped: false, list: { length: 2 } })
})

test('an export is ordered with the list’s filters', async () => {
  const { exportId } = await exportAlarms(north, { open: true, format: 'csv' })
  expect(world.queued).toContainEqual({ name: 'export', payload: { exportId } })
  const job = await world.db.selectFrom('export_job').selectAll().where('id', '=', exportId).executeTakeFirstOrThrow()
  expect(job).toMatchObject({ list: 'alarm', format: 'csv', input: { filters: { open: true } } })
})
