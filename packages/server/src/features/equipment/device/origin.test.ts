import { DomainError } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped, type Scope } from '../../../platform/database/scope.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { pageTracedDevices } from '../product-trace/product-trace.reads.ts'
import { deviceStory } from '../product-trace/device-story.ts'
import { transact } from '../../../platform/transact.ts'
import { addManyDevices } from './add-many-devices.ts'
import { assignDevices } from './assign-devices.ts'
import { bindFromStock } from './device-binding.verbs.ts'
import { createPreset } from './create-device.ts'
import { deviceDetail } from './device-detail.reads.ts'
import { pageStock } from './device.reads.ts'
import { updateDevice } from './device.verbs.ts'

let world: TestWorld
let north: Ctx
let ids: { project: number; model: number }
let serial = 0

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  const own = await addOwnedRows(world.db, world.companies.north)
  ids = { project: Number(own.project), model: (await rowOf(Number(own.device))).model_id }
})
afterAll(() => world.stop())

const rowOf = (id: number) => world.db.selectFrom('device').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const newCode = (): string => `SD-ORIGIN-${++serial}`
const stock = async (ctx: Ctx, more: object): Promise<number> =>
  (await createPreset(ctx, { code: newCode(), modelId: ids.model, ...more })).id
const reasonOf = async (work: Promise<unknown>): Promise<DomainError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error(`no DomainError but ${String(error)}`)
  return error
}

test('a device keeps its factory data: found by box and pallet, shown as dated steps, and not installed after a failed check', async () => {
  const origin = {
    batch: 'B7',
    producedOn: '2026-01-05',
    productionLine: 'Line 2',
    qcResult: 'passed' as const,
    qcInspector: 'QC 14',
    box: `BOX-${newCode()}`,
    pallet: `PAL-${newCode()}`,
    warehousedOn: '2026-01-06',
    shippedOn: '2026-01-09',
  }
  const id = await stock(north, origin)
  expect(await deviceDetail(north, { id })).toMatchObject(origin)
  for (const filter of [{ box: origin.box }, { pallet: origin.pallet }, { box: origin.box, pallet: 'no' }])
    expect((await pageStock(north, filter)).list.map((row) => row.id)).toEqual(filter.pallet === 'no' ? [] : [id])
  const { code } = await rowOf(id)
  const { now, steps } = await deviceStory(north, { code })
  expect(now).toMatchObject(origin)
  expect(steps.map(({ step, at, fromPlace, toPlace, note }) => [step, at.slice(0, 10), fromPlace ?? toPlace ?? note])).toEqual([
    ['inStock', world.clock.now().toISOString().slice(0, 10), null],
    ['shipped', '2026-01-08', `${origin.pallet} · ${origin.box}`],
    ['warehoused', '2026-01-05', `${origin.pallet} · ${origin.box}`],
    ['produced', '2026-01-04', 'B7 · Line 2'],
  ])
  const early = await reasonOf(createPreset(north, { code: newCode(), modelId: ids.model, ...origin, shippedOn: '2026-01-05' }))
  expect(early).toMatchObject({ reason: 'notHere', field: 'shippedOn' })
  const failed = await stock(north, { qcResult: 'failed' })
  const refused = await reasonOf(bindFromStock(north, { ids: [id, failed], projectId: ids.project }))
  expect(refused).toMatchObject({ reason: 'precondition', field: 'deviceIds' })
  expect(String(refused.params['reason'])).toContain((await rowOf(failed)).code)
  expect(await rowOf(id)).toMatchObject({ project_id: null })
  await bindFromStock(north, { ids: [id], projectId: ids.project })
})

test('factory data is for companies: customers do not see it, their edits keep it, and it is in none of their steps', async () => {
  const origin = {
    batch: 'B8',
    qcResult: 'passed' as const,
    qcInspector: 'QC 9',
    box: 'BOX-9',
    pallet: 'PAL-9',
    warehousedOn: '2026-01-06',
  }
  const id = await stock(north, origin)
  await bindFromStock(north, { ids: [id], projectId: ids.project })
  await world.db.updateTable('device').set({ customer_id: world.customers.north }).where('id', '=', id).execute()
  const customer = await world.ctxOf(world.accounts.northCustomer)
  const hidden = { qcResult: null, qcInspector: null, box: null, pallet: null, warehousedOn: null }
  const seen = await deviceDetail(customer, { id })
  expect(seen).toMatchObject({ batch: 'B8', ...hidden })
  expect((await deviceStory(customer, { code: seen.code })).now).toMatchObject(hidden)
  expect(await deviceDetail(north, { id })).toMatchObject(origin)
  const edit = { id, modelId: ids.model, communicationCode: seen.communicationCode ?? seen.code, batch: 'B8' }
  await updateDevice(customer, { ...edit, version: seen.version, name: 'Hall' })
  expect(await deviceDetail(north, { id })).toMatchObject({ name: 'Hall', ...origin })
  for (const more of [{ box: 'BOX-1' }, { batch: 'B9' }])
    expect(await reasonOf(updateDevice(customer, { ...edit, version: seen.version + 1, name: 'Hall', ...more }))).toMatchObject({
      reason: 'notHere',
      field: Object.keys(more)[0],
    })

  const code = newCode()
  const input = { code, name: 'Imported', modelId: ids.model, communicationCode: code, projectId: ids.project, ...origin }
  await transact(north, (write) => addManyDevices(north, write, [input], { before: 0, isStock: false }))
  const steps = await world.db
    .selectFrom('device_trace')
    .select(['step', 'project_id'])
    .where('code', '=', code)
    .orderBy('id')
    .execute()
  expect(steps).toEqual([
    { step: 'warehoused', project_id: null },
    { step: 'imported', project_id: ids.project },
    { step: 'bound', project_id: ids.project },
  ])
})

test('factory data cannot be guessed by filters: not by customers, and not by a company that joined the project', async () => {
  const id = await stock(north, { box: 'BOX-GUESSED', pallet: 'PAL-GUESSED' })
  await bindFromStock(north, { ids: [id], projectId: ids.project })
  await world.db.updateTable('device').set({ customer_id: world.customers.north }).where('id', '=', id).execute()
  const south = await world.ctxOf(world.accounts.southAdmin)
  const scope = { ...south.scope, joined: [{ id: ids.project, rights: [] }] } as Scope
  const joined = { ...south, scope, db: scoped(world.db, scope) }
  const found = async (ctx: Ctx, input: object) =>
    (await pageTracedDevices(ctx, { pageNum: 1, pageSize: 50, projectId: ids.project, ...input })).list.map((row) => row.id)
  for (const ctx of [await world.ctxOf(world.accounts.northCustomer), joined]) {
    expect(await found(ctx, {})).toContain(id)
    for (const input of [{ box: 'BOX-GUESSED' }, { pallet: 'PAL-GUESSED' }]) expect(await found(ctx, input)).toEqual([])
  }
  for (const input of [{ box: 'BOX-GUESSED' }, { pallet: 'PAL-GUESSED' }]) expect(await found(north, input)).toEqual([id])
})

test('the origin of a device is changed by the company in whose stock it began, not by a later owner', async () => {
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const id = await stock(siter, { qcResult: 'failed', box: 'BOX-7' })
  await assignDevices(siter, { ids: [id], companyId: world.companies.north.id })
  const detail = await deviceDetail(north, { id })
  expect(detail).toMatchObject({ qcResult: 'failed', box: 'BOX-7' })
  const edit = { id, version: detail.version, modelId: ids.model, communicationCode: detail.code, name: 'North 7', box: 'BOX-7' }
  for (const qcResult of ['passed', undefined] as const)
    expect(await reasonOf(updateDevice(north, { ...edit, ...(qcResult && { qcResult }) }))).toMatchObject({
      reason: 'notHere',
      field: 'qcResult',
    })
  await updateDevice(north, { ...edit, qcResult: 'failed' })
  await updateDevice(siter, { ...edit, version: detail.version + 1, qcResult: 'passed' })
  expect(await deviceDetail(north, { id })).toMatchObject({ name: 'North 7', qcResult: 'passed' })
})
