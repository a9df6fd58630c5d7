import { DomainError, enums, openFindings, orderKindFacts, type EnumValue, type OrderKindName } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { appraiseOrder, verifyOrder } from './order-acceptance.verbs.ts'
import { assignOrder, receiveOrder } from './order-assignment.verbs.ts'
import { cancelOrder, createOrder, editOrder } from './order.verbs.ts'
import { completeOrder } from './complete-order.ts'
import { findOrderDevice } from './order-common.reads.ts'
import { myOrders } from './order-app.reads.ts'
import { orderDetail, pageOrders } from './order.reads.ts'
import { orderWorld, type OrderWorld, type Site } from './order.fixture.ts'
import { recordResults, startOrder } from './order-work.verbs.ts'

let world: OrderWorld
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.stop())

const refusal = (work: Promise<unknown>): Promise<DomainError> =>
  work.then(
    () => {
      throw new Error('was not refused')
    },
    (error: unknown) => {
      if (error instanceof DomainError) return error
      throw error
    },
  )

const draft = { priority: 'normal' as const, description: 'as planned' }
/** What an order of each kind covers. */
const coverageOf = (kind: OrderKindName, site: Site) =>
  kind === 'repair' ? { deviceIds: [site.device] } : { projectId: site.project }
const newOrder = async (kind: OrderKindName, site: Site, input: Partial<Parameters<typeof createOrder>[2]> = {}) =>
  (await createOrder(world.manager, kind, { ...draft, ...coverageOf(kind, site), ...input })).id
const newSite = (project: { status?: EnumValue<'projectStatus'>; audit?: EnumValue<'auditState'> } = {}): Promise<Site> =>
  world.newSite(world.companies.north).then(async (site) => {
    await world.db
      .updateTable('project')
      .set({ status: 'uninstall', ...project })
      .where('id', '=', site.project)
      .execute()
    return site
  })
const engineer = () => ({ engineerIds: [world.accounts.northEngineer.id] })
const atWork = async (kind: OrderKindName, id: number) => {
  await receiveOrder(world.engineer, kind, { id })
  await startOrder(world.engineer, kind, { id })
}
const resultsOf = async (kind: OrderKindName, id: number) =>
  (await orderDetail(world.manager, kind, { id })).devices.map(({ id: device, result }) => [device, result] as const)
/** A device of the site's model in North's stock, or in a project. */
const newDevice = async (site: Site, projectId: number | null = null): Promise<number> => {
  const { north } = world.companies
  const { model_id } = await world.db
    .selectFrom('device')
    .select('model_id')
    .where('id', '=', site.device)
    .executeTakeFirstOrThrow()
  const code = `DV${randomBytes(4).toString('hex')}`
  const row = { company_id: north.id, path: north.path, model_id, code, name: 'detector', project_id: projectId }
  return (await world.db.insertInto('device').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const projectOf = (site: Site) =>
  world.db.selectFrom('project').select(['status']).where('id', '=', site.project).executeTakeFirstOrThrow()

describe.each(enums.orderKind)('%s', (kind) => {
  test('from its creation to its rating, recorded under the name of its kind', async () => {
    const site = await newSite()
    const id = await newOrder(kind, site)
    await assignOrder(world.manager, kind, { id, ...engineer(), note: 'please go' })
    await atWork(kind, id)
    const [result] = orderKindFacts[kind].results
    const [completeType] = orderKindFacts[kind].completeTypes
    if (!result || !completeType) throw new Error('a kind without results')
    const deviceId = kind === 'install' ? await newDevice(site) : site.device
    await completeOrder(world.engineer, kind, { id, completeType, note: 'done', devices: [{ deviceId, result }] })
    await verifyOrder(world.manager, kind, { id, agree: true })
    await appraiseOrder(world.manager, kind, { id, rating: 5 })
    const order = await orderDetail(world.manager, kind, { id })
    expect(order).toMatchObject({ kind, status: 'complete', rating: 5, completeType, devices: [{ id: deviceId, result }] })
    const { list } = await pageOrders(world.manager, kind, { projectId: site.project, status: 'complete' })
    expect(list.map((row) => row.id)).toEqual([id])
    const audits = await world.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', `${kind}Order`)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
    const verbs = ['create', 'assign', 'receive', 'start', 'complete', 'agree', 'appraise']
    expect(audits.map(({ action }) => action)).toEqual(verbs.map((verb) => `${kind}Order.${verb}`))
  })

  test('the calls of the other kinds do not find it; the engineer’s app does', async () => {
    const id = await newOrder(kind, await newSite(), engineer())
    for (const other of enums.orderKind.filter((each) => each !== kind)) {
      expect(await refusal(orderDetail(world.manager, other, { id }))).toMatchObject({ reason: 'notFound' })
      expect(await refusal(receiveOrder(world.engineer, other, { id }))).toMatchObject({ reason: 'notFound' })
    }
    const { list } = await myOrders(world.engineer, { kind, pageSize: 100 })
    expect(list.map((row) => row.id)).toContain(id)
    expect(new Set(list.map((row) => row.kind))).toEqual(new Set([kind]))
  })

  test('needs an approved project, and results of its own kind', async () => {
    const pending = await newSite({ audit: 'pending' })
    expect(await refusal(newOrder(kind, pending))).toMatchObject({ reason: 'projectNotApproved' })
    const site = await newSite()
    const id = await newOrder(kind, site, engineer())
    await atWork(kind, id)
    const { results } = orderKindFacts[kind]
    const foreign = enums.orderResult.filter((result) => !results.includes(result))
    for (const result of foreign) {
      const devices = [{ deviceId: site.device, result }]
      expect(await refusal(recordResults(world.engineer, kind, { id, devices }))).toMatchObject({ field: 'devices' })
    }
    const [own = 'fixed' as const] = results
    if (kind !== 'maintenance') {
      const devices = [{ deviceId: site.device, result: own, method: 'smoke' }]
      expect(await refusal(recordResults(world.engineer, kind, { id, devices }))).toMatchObject({ field: 'devices' })
    }
  })
})

describe('an installation', () => {
  test('starts the project when it is received, and binds what was installed when it is completed', async () => {
    const site = await newSite()
    const [planned, missing, scanned] = [await newDevice(site), await newDevice(site), await newDevice(site)]
    const id = await newOrder('install', site, { deviceIds: [planned, missing], ...engineer() })
    expect(await projectOf(site)).toMatchObject({ status: 'uninstall' })
    await atWork('install', id)
    expect(await projectOf(site)).toMatchObject({ status: 'installing' })
    const complete = (
      devices: { deviceId: number; result: 'installed' | 'notInstalled'; gatewayId?: number; roomNumber?: string }[],
    ) => completeOrder(world.engineer, 'install', { id, completeType: 'done', note: 'done', devices })
    expect(await refusal(complete([{ deviceId: planned, result: 'installed' }]))).toMatchObject({ field: 'devices' })
    const { gateway_id: gatewayId } = await world.db
      .selectFrom('device')
      .select('gateway_id')
      .where('id', '=', site.device)
      .executeTakeFirstOrThrow()
    if (gatewayId === null) throw new Error('no gateway')
    // The phone offers the gateways of this project only.
    expect((await orderDetail(world.engineer, 'install', { id })).gateways).toMatchObject([{ id: gatewayId }])
    await complete([
      { deviceId: planned, result: 'installed', gatewayId, roomNumber: 'B1-07' },
      { deviceId: missing, result: 'notInstalled' },
      { deviceId: scanned, result: 'installed' },
    ])
    const devices = await world.db
      .selectFrom('device')
      .select(['id', 'project_id', 'gateway_id', 'room_number as room'])
      .where('id', 'in', [planned, missing, scanned])
      .orderBy('id')
      .execute()
    expect(devices).toEqual([
      { id: planned, project_id: site.project, gateway_id: gatewayId, room: 'B1-07' },
      { id: missing, project_id: null, gateway_id: null, room: null },
      { id: scanned, project_id: site.project, gateway_id: null, room: null },
    ])
    const shown = (await orderDetail(world.manager, 'install', { id })).devices
    expect(shown.find((device) => device.id === planned)).toMatchObject({ roomNumber: 'B1-07', gatewayId })
    const denied = await verifyOrder(world.manager, 'install', { id, agree: false, reason: 'label missing' })
    await complete([])
    expect(await orderDetail(world.manager, 'install', denied)).toMatchObject({ status: 'pending_verify' })
  })

  test('cannot take a device bound elsewhere, nor be created for a project in maintenance', async () => {
    const [site, other] = [await newSite(), await newSite()]
    expect(await refusal(newOrder('install', site, { deviceIds: [other.device] }))).toMatchObject({ field: 'deviceIds' })
    const id = await newOrder('install', site, engineer())
    await atWork('install', id)
    const devices = [{ deviceId: other.device, result: 'installed' as const }]
    expect(await refusal(recordResults(world.engineer, 'install', { id, devices }))).toMatchObject({ field: 'devices' })
    const done = completeOrder(world.engineer, 'install', { id, completeType: 'done', note: 'nothing', devices: [] })
    expect(await refusal(done)).toMatchObject({ field: 'devices' })
    for (const status of ['maintenance', 'overmaintenance'] as const) {
      const late = await newSite({ status })
      expect(await refusal(newOrder('install', late))).toMatchObject({ reason: 'precondition' })
    }
  })

  test('finds devices in stock and in its project', async () => {
    const [site, other] = [await newSite(), await newSite()]
    const stock = await newDevice(site)
    const codeOf = async (id: number) =>
      (await world.db.selectFrom('device').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code
    const find = async (kind: OrderKindName, id: number) =>
      findOrderDevice(world.manager, kind, { code: (await codeOf(id)).toLowerCase(), projectId: site.project })
    expect(await find('install', stock)).toMatchObject({ id: stock, projectId: null })
    expect(await find('install', site.device)).toMatchObject({ id: site.device, projectId: site.project })
    expect(await refusal(find('install', other.device))).toMatchObject({ reason: 'deviceElsewhere', field: 'code' })
    expect(await refusal(find('inspect', stock))).toMatchObject({ reason: 'deviceInStock', field: 'code' })
    expect(await find('inspect', other.device)).toMatchObject({ projectId: other.project })
  })
})

describe('an inspection', () => {
  test('covers the whole project, some models, or chosen devices', async () => {
    const site = await newSite()
    const second = await newDevice(site, site.project)
    const elsewhere = await newSite()
    const ids = async (input: Partial<Parameters<typeof createOrder>[2]>) =>
      (await resultsOf('inspect', await newOrder('inspect', site, input))).map(([id]) => id)
    expect(new Set(await ids({}))).toEqual(new Set([site.device, second]))
    expect(await ids({ deviceIds: [second] })).toEqual([second])
    const { model_id } = await world.db.selectFrom('device').select('model_id').where('id', '=', second).executeTakeFirstOrThrow()
    expect(new Set(await ids({ modelIds: [model_id] }))).toEqual(new Set([site.device, second]))
    const other = await world.db
      .selectFrom('device')
      .select('model_id')
      .where('id', '=', elsewhere.device)
      .executeTakeFirstOrThrow()
    const none = newOrder('inspect', site, { modelIds: [other.model_id] })
    expect(await refusal(none)).toMatchObject({ reason: 'invalidInput', field: 'deviceIds' })
    expect(await refusal(newOrder('inspect', site, { deviceIds: [elsewhere.device] }))).toMatchObject({ field: 'deviceIds' })
  })

  test('an edit without devices keeps them', async () => {
    const site = await newSite()
    const id = await newOrder('inspect', site)
    await editOrder(world.manager, 'inspect', { id, version: 1, ...draft, description: 'later' })
    expect(await resultsOf('inspect', id)).toEqual([[site.device, null]])
    const emptied = editOrder(world.manager, 'inspect', { id, version: 2, ...draft, deviceIds: [] })
    expect(await refusal(emptied)).toMatchObject({ field: 'deviceIds' })
  })

  test('results are saved bit by bit, and bad ones lead to a repair order', async () => {
    const site = await newSite()
    const second = await newDevice(site, site.project)
    const id = await newOrder('inspect', site, engineer())
    await atWork('inspect', id)
    const dirty = { deviceId: site.device, result: 'abnormal' as const, value: '12 %/m', note: 'dirty' }
    await recordResults(world.engineer, 'inspect', { id, devices: [dirty] })
    const complete = (devices: { deviceId: number; result: 'normal' }[]) =>
      completeOrder(world.engineer, 'inspect', { id, completeType: 'done', note: 'done', devices })
    expect(await refusal(complete([]))).toMatchObject({ reason: 'invalidInput', field: 'devices' })
    await complete([{ deviceId: second, result: 'normal' }])
    const results = Object.fromEntries(await resultsOf('inspect', id))
    expect(results).toEqual({ [site.device]: 'abnormal', [second]: 'normal' })

    const open = async () => openFindings(await orderDetail(world.manager, 'inspect', { id })).map((device) => device.id)
    expect(await open()).toEqual([site.device])
    const repair = await newOrder('repair', site, { sourceOrderId: id })
    expect(await open()).toEqual([])
    const inspection = await orderDetail(world.manager, 'inspect', { id })
    expect(inspection.devices.find((device) => device.id === site.device)).toMatchObject({
      value: '12 %/m',
      note: 'dirty',
      repairOrderId: repair,
    })
    expect(inspection.devices.find((device) => device.id === second)).toMatchObject({ repairOrderId: null })
    expect(await orderDetail(world.manager, 'repair', { id: repair })).toMatchObject({
      sourceOrderId: id,
      sourceOrderCode: inspection.code,
      sourceOrderKind: 'inspect',
      origin: 'manual',
    })
    // A cancelled repair takes care of nothing.
    await cancelOrder(world.manager, 'repair', { id: repair, reason: 'no budget' })
    expect(await open()).toEqual([site.device])
    const elsewhere = await newSite()
    expect(await refusal(newOrder('repair', elsewhere, { sourceOrderId: id }))).toMatchObject({ field: 'sourceOrderId' })
  })
})

test('a maintenance order records how each device was tested', async () => {
  const site = await newSite()
  const id = await newOrder('maintenance', site, engineer())
  await atWork('maintenance', id)
  const tested = { method: 'test gas', expected: 'alarm within 30 s', actual: 'alarm after 12 s' }
  const devices = [{ deviceId: site.device, result: 'pass' as const, ...tested }]
  await completeOrder(world.engineer, 'maintenance', { id, completeType: 'done', note: 'done', devices })
  expect((await orderDetail(world.manager, 'maintenance', { id })).devices).toMatchObject([{ result: 'pass', ...tested }])
})
