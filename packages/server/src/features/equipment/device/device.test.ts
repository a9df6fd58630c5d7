import { dayIn, DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { plannedDescription } from '../../base/message/message.wording.ts'
import { transact } from '../../../platform/transact.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { planOfDevice } from '../../sites/floor-plan/floor-plan.reads.ts'
import { assignDevices } from './assign-devices.ts'
import { bindDevices, bindFromStock } from './device-binding.verbs.ts'
import { createPreset } from './create-device.ts'
import { removeDevice, tagDevices } from './device.verbs.ts'
import { alarmsOfDevice, deviceDetail, faultsOfDevice, ordersOfDevice } from './device-detail.reads.ts'
import { deviceLabels, pageDevices, pageStock } from './device.reads.ts'
import { pageDeviceUsers, pageNotifiers } from './device-people.reads.ts'
import { createNotifier, addDeviceUsers } from './device-people.verbs.ts'
import { moveDevices } from './move-devices.ts'
import { replaceDevice, scrapDevice, unbindDevices } from './device-leaving.verbs.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let customer: Ctx
let own: OwnedRows
let ids: { project: number; gateway: number; device: number; model: number; account: number }
let serial = 0

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  customer = await world.ctxOf(world.accounts.northCustomer)
})
afterAll(() => world.stop())
beforeEach(async () => {
  own = await addOwnedRows(world.db, world.companies.north)
  const device = Number(own.device)
  const { model_id: model } = await rowOf(device)
  ids = { project: Number(own.project), gateway: Number(own.gateway), device, model, account: Number(own.account) }
})

const rowOf = (id: number) => world.db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const newCode = (): string => `SD-TEST-${++serial}`
const stock = async (ctx: Ctx = north, more: object = {}): Promise<number> =>
  (await createPreset(ctx, { code: newCode(), modelId: ids.model, ...more })).id

const lastAudit = (action: string, id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes', 'path'])
    .where('action', '=', action)
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirst()
const traceOf = async (id: number): Promise<string[]> =>
  (await world.db.selectFrom('device_trace').select('step').where('device_id', '=', id).orderBy('id').execute()).map(
    ({ step }) => step,
  )
const reasonOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error(`no DomainError but ${String(error)}`)
  return error
}

describe('stock', () => {
  test('a device in stock belongs to its company, is traced and audited, and nobody else sees it', async () => {
    const id = await stock()
    expect(await rowOf(id)).toMatchObject({ project_id: null, company_id: world.companies.north.id, name: 'Model' })
    expect(await traceOf(id)).toEqual(['inStock'])
    expect(await lastAudit('device.create', id)).toMatchObject({ path: world.companies.north.path })
    expect((await pageStock(north, {})).list.map((row) => row.id)).toContain(id)
    expect((await pageStock(south, {})).list.map((row) => row.id)).not.toContain(id)
  })

  test('a code is unique across the platform, ignoring case, and its place is named only to those who may see it', async () => {
    const { code } = await rowOf(ids.device)
    const again = (ctx: Ctx) => reasonOf(createPreset(ctx, { code: code.toLowerCase(), modelId: ids.model }))
    const seen = await again(north)
    expect(seen).toMatchObject({ reason: 'codeInUse', field: 'code' })
    expect(String(seen.params['place'])).toContain('project')
    const hidden = await again(south)
    expect(hidden).toMatchObject({ reason: 'duplicate', field: 'code', params: { value: code.toLowerCase() } })
    expect(Object.keys(hidden.params)).toEqual(['value'])
  })

  test('can be handed to a company of the branch, not to one outside, and not while bound', async () => {
    const id = await stock()
    const agent = world.companies.northAgent
    // It was registered at a gateway in stock, which stays with its company.
    await world.db.updateTable('device').set({ gateway_id: ids.gateway }).where('id', '=', id).execute()
    expect(await assignDevices(north, { ids: [id], companyId: agent.id })).toEqual({ count: 1 })
    expect(await rowOf(id)).toMatchObject({ company_id: agent.id, path: agent.path, gateway_id: null })
    expect(await lastAudit('device.assign', id)).toBeDefined()
    expect(await traceOf(id)).toEqual(['inStock', 'assigned', 'inStock'])
    expect((await reasonOf(assignDevices(north, { ids: [id], companyId: world.companies.south.id }))).reason).toBe('notFound')
    expect((await reasonOf(assignDevices(north, { ids: [ids.device], companyId: agent.id }))).reason).toBe('precondition')
    expect((await reasonOf(assignDevices(south, { ids: [id], companyId: world.companies.south.id }))).reason).toBe('notFound')
  })

  test('an unused device can be deleted, one that was in use only scrapped', async () => {
    const unused = await stock()
    await removeDevice(north, { id: unused })
    expect(await rowOf(unused)).toHaveProperty('deleted_at', expect.any(String))
    expect(await lastAudit('device.del', unused)).toBeDefined()
    expect((await reasonOf(removeDevice(north, { id: ids.device }))).reason).toBe('precondition')
    await scrapDevice(north, { id: ids.device, reason: 'burnt' })
    expect(await rowOf(ids.device)).toMatchObject({ project_id: null, scrap_reason: 'burnt', online: false })
    expect(await lastAudit('device.scrap', ids.device)).toBeDefined()
    expect(await traceOf(ids.device)).toEqual(['unbound', 'scrapped'])
    expect((await reasonOf(scrapDevice(north, { id: ids.device, reason: 'again' }))).reason).toBe('precondition')
    expect((await pageDevices(north, {})).list.map((row) => row.id)).not.toContain(ids.device)
    expect((await pageDevices(north, { scrapped: true })).list.map((row) => row.id)).toContain(ids.device)
  })

  test('a customer’s account changes no stock, whatever its role holds', async () => {
    expect((await reasonOf(createPreset(customer, { code: newCode(), modelId: ids.model }))).reason).toBe('noAccess')
    expect((await reasonOf(unbindDevices(customer, { ids: [ids.device], reason: 'x' }))).reason).toBe('noAccess')
  })
})

describe('binding', () => {
  test('a device joins the project with its company and customer; the first one starts the installation', async () => {
    const id = await stock()
    expect(await bindFromStock(north, { ids: [id], projectId: ids.project, gatewayId: ids.gateway })).toEqual({ count: 1 })
    const { code } = await rowOf(id)
    expect(await rowOf(id)).toMatchObject({
      project_id: ids.project,
      gateway_id: ids.gateway,
      customer_id: Number(own.customer),
      communication_code: code,
      bound_at: expect.any(String) as string,
    })
    expect(await lastAudit('device.bind', id)).toMatchObject({ changes: { project_id: [null, ids.project] } })
    expect(await traceOf(id)).toEqual(['inStock', 'bound'])
    const { status } = await world.db
      .selectFrom('project')
      .select('status')
      .where('id', '=', ids.project)
      .executeTakeFirstOrThrow()
    expect(status).toBe('installing')
  })

  test('a device already bound is refused with its place, and none of the others is bound', async () => {
    const free = await stock()
    const refused = await reasonOf(bindFromStock(north, { ids: [free, ids.device], projectId: ids.project }))
    expect(refused.reason).toBe('deviceBound')
    expect(String(refused.params['devices'])).toContain((await rowOf(ids.device)).code)
    expect(String(refused.params['devices'])).toContain('project')
    expect((await rowOf(free)).project_id).toBeNull()
  })

  test('an order keeps devices already in its project, and refuses those of another', async () => {
    const free = await stock()
    const bind = (deviceIds: number[], projectId: number) =>
      transact(north, async (write) => {
        const count = await bindDevices(north, write, { deviceIds, projectId })
        if (count === 0) throw new Error('nothing bound')
        return count
      })
    expect(await bind([free, ids.device], ids.project)).toBe(1)
    const other = await addOwnedRows(world.db, world.companies.north)
    expect((await reasonOf(bind([ids.device], Number(other.project)))).reason).toBe('deviceBound')
  })

  test('an unapproved project, a gateway of another project and foreign rows are refused', async () => {
    const id = await stock()
    const other = await addOwnedRows(world.db, world.companies.north)
    const foreign = await addOwnedRows(world.db, world.companies.south)
    const bind = (projectId: number, gatewayId?: number) =>
      reasonOf(bindFromStock(north, { ids: [id], projectId, ...(gatewayId === undefined ? {} : { gatewayId }) }))
    expect(await bind(ids.project, Number(other.gateway))).toMatchObject({ reason: 'notHere', field: 'gatewayId' })
    expect(await bind(Number(foreign.project))).toMatchObject({ reason: 'notFound', field: 'projectId' })
    await world.db.updateTable('project').set({ audit: 'pending' }).where('id', '=', ids.project).execute()
    expect((await bind(ids.project)).reason).toBe('projectNotApproved')
  })

  test('what a device reported at the gateway before it was bound there becomes its own', async () => {
    const id = await stock()
    const { code } = await rowOf(id)
    await world.db
      .updateTable('alarm_open')
      .set({ point: `g${ids.gateway}/${code}` })
      .where('alarm_id', '=', Number(own.alarm))
      .execute()
    await world.db.updateTable('alarm').set({ device_id: null, device_code: code }).where('id', '=', Number(own.alarm)).execute()
    await bindFromStock(north, { ids: [id], projectId: ids.project, gatewayId: ids.gateway })
    expect((await deviceDetail(north, { id })).openAlarms).toBe(1)
  })

  test('of two concurrent bindings of the same device one wins', async () => {
    const id = await stock()
    const other = await addOwnedRows(world.db, world.companies.north)
    const tries = await Promise.allSettled(
      [ids.project, Number(other.project)].map((projectId) => bindFromStock(north, { ids: [id], projectId })),
    )
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('leaving a place', () => {
  test('after unbinding, a device is in stock; its alarms stay where they were raised, and its people are removed', async () => {
    await addDeviceUsers(north, { deviceId: ids.device, accountIds: [ids.account] })
    // Consoles that are open get its alarms at once.
    const rights = await world.db.selectFrom('live_event').select('data').where('change', '=', 'rights').execute()
    expect(rights).toEqual([{ data: { accounts: [ids.account] } }])
    expect(await unbindDevices(north, { ids: [ids.device], reason: 'rebuilding' })).toEqual({ count: 1 })
    expect(await rowOf(ids.device)).toMatchObject({ project_id: null, gateway_id: null, customer_id: null, bound_at: null })
    expect(await traceOf(ids.device)).toEqual(['unbound'])
    expect(await lastAudit('device.unbind', ids.device)).toMatchObject({ changes: { project_id: [ids.project, null] } })
    expect((await pageDeviceUsers(north, { deviceId: ids.device })).total).toBe(0)
    const alarm = await world.db
      .selectFrom('alarm')
      .select(['project_id', 'device_id'])
      .where('id', '=', Number(own.alarm))
      .executeTakeFirstOrThrow()
    expect(alarm).toEqual({ project_id: ids.project, device_id: ids.device })
    const { point } = await world.db
      .selectFrom('alarm_open')
      .select('point')
      .where('alarm_id', '=', Number(own.alarm))
      .executeTakeFirstOrThrow()
    expect(point).not.toBe(`d${ids.device}`)
    expect((await reasonOf(unbindDevices(north, { ids: [ids.device], reason: 'again' }))).reason).toBe('precondition')
  })

  test('moved within its project, only the given fields change; in another project nothing of the old place is kept', async () => {
    await world.db.updateTable('device').set({ room_number: '305', floor: '3F' }).where('id', '=', ids.device).execute()
    await moveDevices(north, { ids: [ids.device], projectId: ids.project, roomNumber: '306' })
    expect(await rowOf(ids.device)).toMatchObject({ room_number: '306', floor: '3F', gateway_id: ids.gateway })
    const other = await addOwnedRows(world.db, world.companies.northAgent)
    await moveDevices(north, { ids: [ids.device], projectId: Number(other.project), floor: '1F' })
    expect(await rowOf(ids.device)).toMatchObject({
      room_number: null,
      floor: '1F',
      gateway_id: null,
      path: world.companies.northAgent.path,
      customer_id: Number(other.customer),
    })
    expect(await lastAudit('device.move', ids.device)).toBeDefined()
    expect(await traceOf(ids.device)).toEqual(['moved', 'moved', 'moved'])
  })

  test('a device from stock replaces another, whose history is reached from it', async () => {
    await world.db
      .updateTable('device')
      .set({ room_number: '305', latitude: 30, longitude: 120, coordinate_system: 'WGS84' })
      .execute()
    await addDeviceUsers(north, { deviceId: ids.device, accountIds: [ids.account] })
    const people = {
      deviceId: ids.device,
      name: 'Guard',
      phone: '13800000001',
      methods: ['voice'],
      language: 'zh',
      enabled: true,
    } as const
    await createNotifier(north, { ...people, methods: [...people.methods] })
    const [plan] = await world.db
      .insertInto('floor_plan')
      .values({ project_id: ids.project, building: 'A', floor: '3F', image: '0'.repeat(32) })
      .returning('id')
      .execute()
    await world.db.deleteFrom('floor_plan_pin').where('device_id', '=', ids.device).execute()
    await world.db
      .insertInto('floor_plan_pin')
      .values({ device_id: ids.device, plan_id: plan?.id ?? 0, x: 0.25, y: 0.75 })
      .execute()
    const fresh = await stock()
    expect(await replaceDevice(north, { id: ids.device, withId: fresh, reason: 'worn', scrap: true })).toEqual({ id: fresh })
    expect(await rowOf(fresh)).toMatchObject({
      project_id: ids.project,
      gateway_id: ids.gateway,
      room_number: '305',
      latitude: 30,
      replaces_id: ids.device,
    })
    expect(await rowOf(ids.device)).toMatchObject({ project_id: null, scrap_reason: 'worn' })
    expect((await pageDeviceUsers(north, { deviceId: fresh })).total).toBe(1)
    expect((await pageNotifiers(north, { deviceId: fresh })).list.map(({ phone }) => phone)).toContain('138****0001')
    expect(await planOfDevice(north, { id: fresh })).toMatchObject({
      plan: { floor: '3F' },
      pin: { deviceId: fresh, x: 0.25, y: 0.75 },
    })
    expect(await planOfDevice(north, { id: ids.device })).toBeNull()
    const after = await deviceDetail(north, { id: fresh })
    expect(after.replaces?.id).toBe(ids.device)
    expect((await deviceDetail(north, { id: ids.device })).replacedBy?.id).toBe(fresh)
    expect((await alarmsOfDevice(north, { id: fresh })).list.map((row) => row.id)).toEqual([Number(own.alarm)])
    // Its customer sees it too, although the replaced one belongs only to the company by now.
    const theirs = { customer_id: world.customers.north }
    await world.db.updateTable('alarm').set(theirs).where('id', '=', Number(own.alarm)).execute()
    await world.db.updateTable('device').set(theirs).where('id', '=', fresh).execute()
    const customer = await world.ctxOf(world.accounts.northCustomer)
    expect((await alarmsOfDevice(customer, { id: fresh })).list.map((row) => row.id)).toEqual([Number(own.alarm)])
    expect((await alarmsOfDevice(await world.ctxOf(world.accounts.southAdmin), { id: fresh })).list).toEqual([])
    expect((await faultsOfDevice(north, { id: fresh })).list.map((row) => row.id)).toEqual([Number(own.fault)])
    expect((await ordersOfDevice(north, { id: fresh })).list.map((row) => row.id)).toEqual([Number(own.work_order)])
    const description = plannedDescription('maintenance')
    await world.db.updateTable('work_order').set({ description }).where('id', '=', Number(own.work_order)).execute()
    expect((await ordersOfDevice(north, { id: fresh })).list[0]?.description).toBe('Maintenance')
    expect(await traceOf(fresh)).toEqual(['inStock', 'bound', 'replaces'])
    expect(await traceOf(ids.device)).toEqual(['unbound', 'scrapped', 'replaced'])
    expect(await lastAudit('device.replace', fresh)).toBeDefined()
    expect((await reasonOf(replaceDevice(north, { id: fresh, withId: fresh, reason: 'x', scrap: false }))).reason).toBe(
      'precondition',
    )
  })

  test('labels contain code, name and place; a selection is listed alone, including scrapped ones', async () => {
    await world.db.updateTable('device').set({ floor: '3F', place: 'Corridor' }).where('id', '=', ids.device).execute()
    const code = (await rowOf(ids.device)).code
    expect(await deviceLabels(north, { ids: [ids.device] })).toMatchObject([{ code, floor: '3F', place: 'Corridor' }])
    expect(await deviceLabels(await world.ctxOf(world.accounts.southAdmin), { ids: [ids.device] })).toEqual([])
    const other = await stock()
    await scrapDevice(north, { id: other, reason: 'broken' })
    const page = await pageDevices(north, { ids: [ids.device, other] })
    expect(page.list.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([ids.device, other])
  })

  test('the day of the installation is the site’s', async () => {
    const fresh = await stock()
    const now = world.clock.now()
    // One of them is always on another day than UTC.
    const zone = now.getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago'
    await world.db.updateTable('project').set({ time_zone: zone }).where('id', '=', ids.project).execute()
    await replaceDevice(north, { id: ids.device, withId: fresh, reason: 'worn', scrap: true })
    const { installed_on: day } = await rowOf(fresh)
    expect(String(day)).toBe(dayIn(now, zone))
    expect(String(day)).not.toBe(now.toISOString().slice(0, 10))
  })

  test('replaced, the old one can return to stock instead', async () => {
    const fresh = await stock()
    await replaceDevice(north, { id: ids.device, withId: fresh, reason: 'cleaning', scrap: false })
    expect(await rowOf(ids.device)).toMatchObject({ project_id: null, scrapped_at: null })
  })
})

describe('tags', () => {
  const tagsOf = async (id: number) => (await rowOf(id)).tags
  const found = async (ctx: Ctx, tag: string) => (await pageDevices(ctx, { tag })).list.map(({ id }) => id)

  test('are added and removed, found within the branch, and audited', async () => {
    const second = await stock()
    await bindFromStock(north, { ids: [second], projectId: ids.project })
    await tagDevices(north, { ids: [ids.device], addTags: ['loan', 'kitchen'] })
    const both = { ids: [ids.device, second], addTags: ['night', 'loan'], removeTags: ['kitchen'] }
    expect(await tagDevices(north, both)).toEqual({ count: 2 })
    expect(await tagsOf(ids.device)).toEqual(['loan', 'night'])
    expect(await tagsOf(second)).toEqual(['night', 'loan'])
    expect(await lastAudit('device.tag', ids.device)).toMatchObject({
      changes: {
        tags: [
          ['loan', 'kitchen'],
          ['loan', 'night'],
        ],
      },
    })
    expect(new Set(await found(north, 'night'))).toEqual(new Set([ids.device, second]))
    expect(await found(north, 'kitchen')).toEqual([])
    expect(await found(south, 'night')).toEqual([])
    // Adding the same tag again changes nothing.
    await tagDevices(north, { ids: [ids.device], addTags: ['loan'] })
    expect(await tagsOf(ids.device)).toEqual(['loan', 'night'])
  })

  test('are refused if too many, empty, for stock or foreign devices; then none of the devices is changed', async () => {
    const words = Array.from({ length: 9 }, (_, i) => `word ${i}`)
    await tagDevices(north, { ids: [ids.device], addTags: words })
    const second = await stock()
    const refused = async (ctx: Ctx, input: Parameters<typeof tagDevices>[1]) => reasonOf(tagDevices(ctx, input))
    expect(await refused(north, { ids: [second], addTags: ['x'] })).toMatchObject({ reason: 'precondition', field: 'ids' })
    await bindFromStock(north, { ids: [second], projectId: ids.project })
    const many = { ids: [second, ids.device], addTags: ['x', 'y'] }
    expect(await refused(north, many)).toMatchObject({ reason: 'precondition', field: 'addTags' })
    expect(await refused(north, { ids: [second] })).toMatchObject({ reason: 'invalidInput', field: 'addTags' })
    expect(await refused(south, { ids: [second], addTags: ['x'] })).toMatchObject({ reason: 'notFound', field: 'ids' })
    expect([await tagsOf(ids.device), await tagsOf(second)]).toEqual([words, []])
  })

  test('stay at the place: a replacement has them, and a device that leaves has none', async () => {
    await tagDevices(north, { ids: [ids.device], addTags: ['loan'] })
    const fresh = await stock()
    await replaceDevice(north, { id: ids.device, withId: fresh, reason: 'worn', scrap: false })
    expect([await tagsOf(ids.device), await tagsOf(fresh)]).toEqual([[], ['loan']])
    const other = await addOwnedRows(world.db, world.companies.northAgent)
    await moveDevices(north, { ids: [fresh], projectId: ids.project, roomNumber: '306' })
    expect(await tagsOf(fresh)).toEqual(['loan'])
    await moveDevices(north, { ids: [fresh], projectId: Number(other.project) })
    expect(await tagsOf(fresh)).toEqual([])
  })
})
