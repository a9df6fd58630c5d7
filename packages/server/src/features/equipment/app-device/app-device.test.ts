import { DomainError, enums } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { findByCode, heardSince } from './app-device.reads.ts'

let world: TestWorld
let rows: OwnedRows
let foreign: OwnedRows
let engineer: Ctx

beforeAll(async () => {
  world = await testWorld()
  rows = await addOwnedRows(world.db, world.companies.north)
  foreign = await addOwnedRows(world.db, world.companies.south)
  engineer = await world.ctxOf(world.accounts.northEngineer)
})
afterAll(() => world.stop())

const device = (of = rows) =>
  world.db.selectFrom('device').selectAll().where('id', '=', Number(of.device)).executeTakeFirstOrThrow()
const gateway = (of = rows) =>
  world.db.selectFrom('gateway').selectAll().where('id', '=', Number(of.gateway)).executeTakeFirstOrThrow()
const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof DomainError) return error.reason
    throw error
  }
}

test('a scanned device is found ignoring case, with its project and the caller’s open orders', async () => {
  const { code } = await device()
  const order = await world.db
    .selectFrom('work_order')
    .select(['id', 'code'])
    .where('id', '=', Number(rows.work_order))
    .executeTakeFirstOrThrow()
  await world.db.updateTable('work_order').set({ status: 'processing' }).where('id', '=', order.id).execute()
  await world.db
    .insertInto('order_device')
    .values({ order_id: order.id, device_id: Number(rows.device) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const find = () => findByCode(engineer, { code: code.toLowerCase() })
  expect(await find()).toMatchObject({
    kind: 'device',
    id: rows.device,
    code,
    projectId: rows.project,
    onTestUntil: null,
    orders: [],
  })
  await world.db
    .insertInto('order_engineer')
    .values({ order_id: order.id, account_id: world.accounts.northEngineer.id })
    .execute()
  expect((await find()).orders).toEqual([order])
})

test('a gateway is found by its code', async () => {
  const { code } = await gateway()
  expect(await findByCode(engineer, { code })).toMatchObject({ kind: 'gateway', id: rows.gateway, code })
})

test('a device of another company looks as if it did not exist', async () => {
  for (const code of [(await device(foreign)).code, (await gateway(foreign)).code, 'NO-SUCH-CODE'])
    expect(await reasonOf(findByCode(engineer, { code }))).toBe('deviceMissing')
  const since = new Date().toISOString()
  expect(await reasonOf(heardSince(engineer, { deviceId: Number(foreign.device), since }))).toBe('notFound')
  expect(await reasonOf(heardSince(engineer, { gatewayId: Number(foreign.gateway), since }))).toBe('notFound')
})

test('a test that covers it shows until when; one that has ended or covers another device does not', async () => {
  const { code, path, company_id, project_id } = await device()
  const now = world.clock.now().getTime()
  const to_at = new Date(now + 3_600_000).toISOString()
  const values = {
    company_id,
    path,
    project_id: Number(project_id),
    from_at: new Date(now - 60_000),
    to_at,
    reason: 'round',
    requested_by: 'control room',
    whole: false,
  } as const
  const until = async () => (await findByCode(engineer, { code })).onTestUntil
  const { id } = await world.db
    .insertInto('project_test')
    .values({ ...values, identity_check: enums.identityCheck[0], device_ids: [Number(rows.device) + 1_000_000] })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await until()).toBeNull()
  await world.db
    .updateTable('project_test')
    .set({ device_ids: [Number(rows.device)] })
    .where('id', '=', id)
    .execute()
  expect(await until()).toBe(to_at)
  await world.db
    .updateTable('project_test')
    .set({ ended_at: new Date(now) })
    .where('id', '=', id)
    .execute()
  expect(await until()).toBeNull()
})

test('reports since a moment are shown newest first, none from before the device came to its place', async () => {
  const now = world.clock.now().getTime()
  const at = (minutes: number) => new Date(now - minutes * 60_000)
  const report = (minutes: number, code: string) => ({
    received_at: at(minutes),
    gateway_id: Number(rows.gateway),
    device_id: Number(rows.device),
    position: 0,
    code,
  })
  await world.db
    .insertInto('report')
    .values([report(1, '110'), report(5, '111'), report(20, '112'), report(90, '113')])
    .execute()
  await world.db
    .updateTable('device')
    .set({ bound_at: at(200) })
    .where('id', '=', Number(rows.device))
    .execute()
  const heard = async (minutes: number) =>
    (await heardSince(engineer, { deviceId: Number(rows.device), since: at(minutes).toISOString() })).signals.map(
      ({ code }) => code,
    )
  expect(await heard(2)).toEqual(['110'])
  expect(await heard(30)).toEqual(['110', '111', '112'])
  // Limited to the last hour.
  expect(await heard(600)).toEqual(['110', '111', '112'])
  await world.db
    .updateTable('device')
    .set({ bound_at: at(10) })
    .where('id', '=', Number(rows.device))
    .execute()
  expect(await heard(30)).toEqual(['110', '111'])
})

test('exactly one of device and gateway must be given', async () => {
  const since = new Date().toISOString()
  expect(await reasonOf(heardSince(engineer, { since }))).toBe('invalidInput')
  expect(await reasonOf(heardSince(engineer, { since, deviceId: Number(rows.device), gatewayId: Number(rows.gateway) }))).toBe(
    'invalidInput',
  )
})
