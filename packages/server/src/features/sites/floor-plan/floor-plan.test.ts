import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { png, uploadOf } from '../../../testing/images.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { readFile } from '../../base/file/file.reads.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { createFloorPlan, removeFloorPlan, placeDevice, removePins, unplaceDevice, updateFloorPlan } from './floor-plan.verbs.ts'
import { devicesToPlace, floorPlanDetail, pageFloorPlans, planOfDevice } from './floor-plan.reads.ts'
import { transact } from '../../../platform/transact.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let rows: OwnedRows
let other: OwnedRows
let projectId: number
let deviceId: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  rows = await addOwnedRows(world.db, world.companies.north)
  other = await addOwnedRows(world.db, world.companies.north)
  projectId = Number(rows.project)
  deviceId = Number(rows.device)
  await world.db.updateTable('project').set({ customer_id: world.customers.north }).where('id', '=', projectId).execute()
})
afterAll(() => world.stop())

const drawing = async (ctx = north): Promise<string> => upload(ctx, { purpose: 'floorPlan' }, uploadOf(await png(400, 300)))
let floors = 0
const create = async (more: Partial<InputOf<typeof endpoints.floorPlan.create>> = {}): Promise<number> => {
  floors++
  return (await createFloorPlan(north, { projectId, building: 'Tower A', floor: `${floors}F`, image: await drawing(), ...more }))
    .id
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: DomainError) => ({ reason: error.reason, field: error.field }),
  )
const lastAudit = (id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes', 'company_id'])
    .where('object_kind', '=', 'floor_plan')
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const pinsOf = async (id: number) =>
  (await floorPlanDetail(north, { id })).pins.map(({ deviceId: device, x, y }) => ({ device, x, y }))

test('a plan belongs to a floor of a project; its customer sees the drawing, other customers do not', async () => {
  const image = await drawing()
  const id = await create({ building: 'Hall', floor: 'B1', image })
  expect(await floorPlanDetail(north, { id })).toMatchObject({ building: 'Hall', floor: 'B1', devices: 0, pins: [] })
  expect(await lastAudit(id)).toMatchObject({
    action: 'floorPlan.create',
    company_id: world.companies.north.id,
    changes: { building: [null, 'Hall'], image: [null, image] },
  })
  const customer = await world.ctxOf(world.accounts.northCustomer)
  expect((await pageFloorPlans(customer, { projectId })).list.map((row) => row.id)).toContain(id)
  const { stream } = await readFile(customer, { id: image })
  stream.destroy()
  expect((await pageFloorPlans(south, { projectId })).total).toBe(0)
  expect(await refusal(readFile(south, { id: image }))).toMatchObject({ reason: 'notFound' })
  expect(await refusal(createFloorPlan(south, { projectId, building: 'X', floor: '1', image }))).toMatchObject({
    reason: 'notFound',
  })
  expect(await refusal(create({ building: 'hall', floor: 'b1' }))).toEqual({ reason: 'duplicate', field: 'floor' })
})

test('only an upload checked as a plan can become one', async () => {
  const photo = await upload(north, { purpose: 'photo' }, uploadOf(await png(50, 50)))
  expect(await refusal(create({ image: photo }))).toEqual({ reason: 'fileType', field: 'image' })
  expect(await refusal(create({ image: await drawing(south) }))).toEqual({ reason: 'fileType', field: 'image' })
  expect(await refusal(create({ image: randomBytes(16).toString('hex') }))).toEqual({ reason: 'fileType', field: 'image' })
})

test('a plan of 60 megapixels is refused by its header, before it is decoded', async () => {
  const huge = await png(10_000, 6_000)
  // Small when sent, 180 MB when decoded.
  expect(huge.length).toBeLessThan(2_000_000)
  const before = process.memoryUsage().rss
  expect(await refusal(upload(north, { purpose: 'floorPlan' }, uploadOf(huge)))).toEqual({ reason: 'imageShape', field: 'file' })
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  expect(await refusal(upload(north, { purpose: 'floorPlan' }, uploadOf('GIF89a, not a drawing')))).toMatchObject({
    reason: 'fileType',
  })
  const customer = await world.ctxOf(world.accounts.northCustomer)
  expect(await refusal(upload(customer, { purpose: 'floorPlan' }, uploadOf(await png(9, 9))))).toMatchObject({
    reason: 'noAccess',
  })
})

test('a device is on one plan, where it was put last, and is offered until then', async () => {
  const [first, second] = [await create(), await create()]
  const offered = async (id: number) => (await devicesToPlace(north, { id })).map(({ value }) => value)
  expect(await offered(first)).toContain(deviceId)
  await placeDevice(north, { planId: first, deviceId, x: 0.25, y: 0.5 })
  expect(await pinsOf(first)).toEqual([{ device: deviceId, x: 0.25, y: 0.5 }])
  expect(await offered(second)).not.toContain(deviceId)
  await placeDevice(north, { planId: first, deviceId, x: 0.3, y: 0.5 })
  expect((await lastAudit(first)).changes).toMatchObject({ place: ['25 % / 50 %', '30 % / 50 %'] })
  await placeDevice(north, { planId: second, deviceId, x: 0, y: 1 })
  expect(await pinsOf(first)).toEqual([])
  expect(await planOfDevice(north, { id: deviceId })).toMatchObject({
    plan: { id: second, devices: 1 },
    pin: { deviceId, x: 0, y: 1 },
  })
  expect(await planOfDevice(south, { id: deviceId })).toBeNull()
  await unplaceDevice(north, { planId: second, deviceId })
  expect(await planOfDevice(north, { id: deviceId })).toBeNull()
  expect(await lastAudit(second)).toMatchObject({ action: 'floorPlan.unplace' })
  expect(await refusal(unplaceDevice(north, { planId: second, deviceId }))).toEqual({ reason: 'precondition', field: 'deviceId' })
})

test('devices of other projects are on no plan, not even after they have left this one', async () => {
  const id = await create()
  const foreign = { planId: id, deviceId: Number(other.device), x: 0.5, y: 0.5 }
  expect(await refusal(placeDevice(north, foreign))).toEqual({ reason: 'precondition', field: 'deviceId' })
  expect(await refusal(placeDevice(south, { ...foreign, deviceId }))).toMatchObject({ reason: 'notFound' })
  await placeDevice(north, { ...foreign, deviceId })
  await world.db
    .updateTable('device')
    .set({ project_id: Number(other.project) })
    .where('id', '=', deviceId)
    .execute()
  expect(await pinsOf(id)).toEqual([])
  expect((await floorPlanDetail(north, { id })).devices).toBe(0)
  expect(await planOfDevice(north, { id: deviceId })).toBeNull()
  const { id: companyId, path } = world.companies.north
  await transact(north, async (write) => {
    write.audit({ action: 'device.unbind', object: { kind: 'device', id: deviceId, name: '' }, owner: { companyId, path } })
    await removePins(write, [deviceId])
  })
  await world.db.updateTable('device').set({ project_id: projectId }).where('id', '=', deviceId).execute()
  expect(await pinsOf(id)).toEqual([])
})

test('a pin shows the device’s status: an open alarm before everything else', async () => {
  const id = await create()
  await placeDevice(north, { planId: id, deviceId, x: 0.5, y: 0.5 })
  const status = async () => (await floorPlanDetail(north, { id })).pins[0]?.status
  expect(await status()).toBe('alarm')
  await world.db.updateTable('alarm').set({ state: 'cleared' }).where('device_id', '=', deviceId).execute()
  expect(await status()).toBe('fault')
  await world.db.updateTable('fault').set({ state: 'solved' }).where('device_id', '=', deviceId).execute()
  expect(await status()).toBe('offline')
  await world.db.updateTable('device').set({ online: true }).where('id', '=', deviceId).execute()
  expect(await status()).toBe('online')
})

test('what a device raised at an earlier place is not shown at the pin', async () => {
  const id = await create()
  await placeDevice(north, { planId: id, deviceId, x: 0.5, y: 0.5 })
  const project_id = Number(other.project)
  await world.db.updateTable('alarm').set({ project_id, state: 'unconfirmed' }).where('device_id', '=', deviceId).execute()
  await world.db.updateTable('fault').set({ project_id, state: 'pending' }).where('device_id', '=', deviceId).execute()
  await world.db.updateTable('device').set({ online: true }).where('id', '=', deviceId).execute()
  expect((await floorPlanDetail(north, { id })).pins).toMatchObject([{ status: 'online' }])
  expect(await planOfDevice(north, { id: deviceId })).toMatchObject({ pin: { status: 'online' } })
})

test('a new drawing keeps the devices; deleting the plan removes their positions', async () => {
  const id = await create({ floor: 'Roof' })
  await placeDevice(north, { planId: id, deviceId, x: 0.1, y: 0.2 })
  const edit = { id, building: 'Tower A', floor: 'Roof garden', image: await drawing() }
  await updateFloorPlan(north, { ...edit, version: 1 })
  expect(await floorPlanDetail(north, { id })).toMatchObject({ floor: 'Roof garden', version: 2, devices: 1 })
  expect(await refusal(updateFloorPlan(north, { ...edit, version: 1 }))).toMatchObject({ reason: 'staleVersion' })
  expect(await refusal(removeFloorPlan(south, { id }))).toMatchObject({ reason: 'notFound' })
  await removeFloorPlan(north, { id })
  expect(await lastAudit(id)).toMatchObject({ action: 'floorPlan.del' })
  expect(await planOfDevice(north, { id: deviceId })).toBeNull()
})
