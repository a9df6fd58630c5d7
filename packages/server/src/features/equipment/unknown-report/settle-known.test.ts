import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { moveUnknownDevice, settleKnown } from './unknown-report.verbs.ts'
import { addReport, addWaiting } from './unknown-report.fixture.ts'
import { pageUnknownDevices } from './unknown-report.reads.ts'

/** Devices that are known somewhere, in stock or at another place, and report at a gateway. */
let world: TestWorld
let north: Ctx
let own: OwnedRows
let codes = 0
let code: string

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  own = await addOwnedRows(world.db, world.companies.north)
  code = `SK-${++codes}`
})

const reported = (rows: OwnedRows, more: Parameters<typeof addReport>[3] = {}) => addReport(world, rows, code, more)
const waiting = (rows: OwnedRows) => addWaiting(world, rows, code)
const standing = async (company: WorldCompany) => {
  const elsewhere = await addOwnedRows(world.db, company)
  await world.db.updateTable('device').set({ code }).where('id', '=', Number(elsewhere.device)).execute()
  // What these rows bring along is another story.
  await world.db.deleteFrom('unknown_report').execute()
  return elsewhere
}
const deviceOf = (id: number) => world.db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const pointsOf = async (alarmId: number) =>
  (await world.db.selectFrom('alarm_open').select('point').where('alarm_id', '=', alarmId).execute()).map((row) => row.point)
const audits = async (id: number, kind: 'device' | 'unknown_report') =>
  (
    await world.db
      .selectFrom('audit_log')
      .select(['action', 'company_id'])
      .where('object_kind', '=', kind)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action, company_id }) => [action, company_id])

test('one of stock is bound where it reports, with its alarms and faults', async () => {
  const elsewhere = await standing(world.companies.north)
  const device = Number(elsewhere.device)
  await world.db
    .updateTable('device')
    .set({ project_id: null, gateway_id: null, customer_id: null, bound_at: null })
    .where('id', '=', device)
    .execute()
  await world.db.updateTable('project').set({ audit: 'approved' }).where('id', '=', Number(own.project)).execute()
  const id = await reported(own)
  const open = await waiting(own)
  expect((await pageUnknownDevices(north, {})).list).toMatchObject([{ id, kind: 'unknownDevice', movable: true }])
  expect(await moveUnknownDevice(north, { id })).toEqual({ id: device })
  expect(await deviceOf(device)).toMatchObject({ gateway_id: own.gateway, project_id: own.project, customer_id: own.customer })
  expect(await pointsOf(open.alarm)).toEqual([`d${device}`])
  expect(await audits(device, 'device')).toEqual([['device.bind', world.companies.north.id]])
  expect((await pageUnknownDevices(north, {})).list).toMatchObject([{ handledWay: 'moved', movable: false }])
})

test('one that was bound or moved on another page is settled by the clock; others are not', async () => {
  const elsewhere = await standing(world.companies.north)
  const device = Number(elsewhere.device)
  const id = await reported(own, { kind: 'foreignDevice' })
  const other = await reported(own, { key: 'OTHER', device_code: 'OTHER' })
  const addressed = await reported(own, { key: '1-07', device_code: '1-07' })
  expect(await settleKnown(world.systemCtx)).toBe(0)
  await world.db
    .updateTable('device')
    .set({ gateway_id: Number(own.gateway), project_id: Number(own.project), communication_code: '1-07' })
    .where('id', '=', device)
    .execute()
  expect(await settleKnown(world.systemCtx)).toBe(2)
  const { list } = await pageUnknownDevices(north, {})
  expect(new Map(list.map((row) => [row.id, row.handledWay]))).toEqual(
    new Map([
      [id, 'moved'],
      [addressed, 'registered'],
      [other, null],
    ]),
  )
  expect(await audits(id, 'unknown_report')).toEqual([['unknownDevice.move', world.companies.north.id]])
  expect(await settleKnown(world.systemCtx)).toBe(0)
})
