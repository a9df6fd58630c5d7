import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { renderExport } from '../../../platform/exports.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { selectSites } from '../../orders/order/order-common.reads.ts'
import { createSignSite, removeSignSite, setSignSiteEnabled, updateSignSite } from './sign-site.verbs.ts'
import { signRecords } from './sign-records.reads.ts'
import { pageSignSites, signSiteDetail, signSiteExport } from './sign-site.reads.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let rows: OwnedRows
let projectId: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  rows = await addOwnedRows(world.db, world.companies.north)
  projectId = Number(rows.project)
})
afterAll(() => world.stop())

const gate = {
  name: 'North gate',
  address: 'Tianfu Avenue 1',
  radiusM: 150,
  position: { latitude: 30.66, longitude: 104.06, coordinateSystem: 'GCJ02' },
} as const
const create = async (more: Partial<InputOf<typeof endpoints.signSite.create>> = {}): Promise<number> =>
  (await createSignSite(north, { projectId, ...gate, ...more })).id
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: DomainError) => ({ reason: error.reason, field: error.field, ...error.params }),
  )
const lastAudit = async (id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes', 'company_id'])
    .where('object_kind', '=', 'sign_site')
    .where('object_id', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('an address belongs to its project’s company and gets a code of its own', async () => {
  const [first, second] = [await create(), await create({ name: 'South gate' })]
  const site = await signSiteDetail(north, { id: first })
  expect(site).toMatchObject({
    ...gate,
    projectId,
    companyName: 'North Distributor',
    enabled: true,
    lastSignedAt: null,
    signs: { inRadius: 0, outOfRadius: 0, mocked: 0, unknown: 0 },
  })
  expect(site.tagCode).toMatch(/^SA-[A-HJKMNP-Z2-9]{10}$/)
  expect((await signSiteDetail(north, { id: second })).tagCode).not.toBe(site.tagCode)
  const { action, changes, company_id } = await lastAudit(first)
  expect({ action, company_id }).toEqual({ action: 'signSite.create', company_id: world.companies.north.id })
  expect(changes).toMatchObject({ name: [null, 'North gate'], latitude: [null, 30.66], coordinate_system: [null, 'GCJ02'] })
  expect(await refusal(createSignSite(south, { projectId, ...gate }))).toMatchObject({ reason: 'notFound', field: 'projectId' })
})

test('a code is used once, in whatever case', async () => {
  const id = await create({ tagCode: 'NFC-0001' })
  expect(await refusal(create({ tagCode: 'nfc-0001' }))).toMatchObject({ reason: 'duplicate', field: 'tagCode' })
  const other = await create()
  const edit = { id: other, version: 1, ...gate, tagCode: 'NFC-0001' }
  expect(await refusal(updateSignSite(north, edit))).toMatchObject({ reason: 'duplicate', field: 'tagCode' })
  expect((await signSiteDetail(north, { id })).tagCode).toBe('NFC-0001')
})

test('a position of 0/0 is asked back, when creating and when editing', async () => {
  const zero = { position: { latitude: 0, longitude: 0, coordinateSystem: 'WGS84' } } as const
  const wrong = { reason: 'invalidInput', field: 'position' }
  expect(await refusal(create(zero))).toMatchObject(wrong)
  const id = await create()
  expect(await refusal(updateSignSite(north, { id, version: 1, tagCode: 'GATE-0', ...gate, ...zero }))).toMatchObject(wrong)
})

test('a position outside the area of its project is asked back, when creating and when editing', async () => {
  const id = await create()
  const zone = (province: string | null, city: string | null) =>
    world.db.updateTable('project').set({ province, city }).where('id', '=', projectId).execute()
  await zone('330000', '330100')
  const wrong = { reason: 'invalidInput', field: 'position' }
  expect(await refusal(create())).toMatchObject(wrong)
  const nearby = { ...gate, position: { ...gate.position, latitude: gate.position.latitude + 0.01 } }
  expect(await refusal(updateSignSite(north, { id, version: 1, tagCode: 'GATE-9', ...nearby }))).toMatchObject(wrong)
  // The position that it has may stay, so that other fields can be edited.
  await updateSignSite(north, { id, version: 1, tagCode: 'GATE-9', ...gate, name: 'Gate 9' })
  await zone('510000', '510100')
  await updateSignSite(north, { id, version: 2, tagCode: 'GATE-9', ...nearby })
  await zone(null, null)
})

test('editing requires the current version, and may remove the position', async () => {
  const id = await create()
  const { tagCode } = await signSiteDetail(north, { id })
  const { position: _position, ...rest } = gate
  await updateSignSite(north, { id, version: 1, ...rest, radiusM: 300, tagCode })
  expect(await signSiteDetail(north, { id })).toMatchObject({ position: null, radiusM: 300, version: 2 })
  expect((await lastAudit(id)).changes).toMatchObject({ latitude: [30.66, null], radius_m: [150, 300] })
  expect(await refusal(updateSignSite(north, { id, version: 1, ...gate, tagCode }))).toMatchObject({ reason: 'staleVersion' })
  expect(await refusal(updateSignSite(south, { id, version: 2, ...gate, tagCode }))).toMatchObject({ reason: 'notFound' })
})

test('a disabled address is not offered to new orders', async () => {
  const id = await create()
  const offered = async () => (await selectSites(north, { projectId })).map(({ value }) => value)
  expect(await offered()).toContain(id)
  await setSignSiteEnabled(north, { id, enabled: false })
  expect(await offered()).not.toContain(id)
  expect(await lastAudit(id)).toMatchObject({ action: 'signSite.forbidden', changes: { enabled: [true, false] } })
})

test('an address that an order lists stays, and the order is named; any other is deleted', async () => {
  const used = await create()
  await world.db
    .insertInto('order_site')
    .values({ order_id: Number(rows.work_order), site_id: used })
    .execute()
  const code = await world.db
    .selectFrom('work_order')
    .select('code')
    .where('id', '=', Number(rows.work_order))
    .executeTakeFirstOrThrow()
  expect(await refusal(removeSignSite(north, { id: used }))).toMatchObject({ reason: 'inUse', dependants: [code.code] })
  const free = await create()
  await removeSignSite(north, { id: free })
  expect(await lastAudit(free)).toMatchObject({ action: 'signSite.del', changes: { name: ['North gate', null] } })
  expect(await refusal(removeSignSite(north, { id: free }))).toMatchObject({ reason: 'notFound' })
})

test('records show who signed in, when, how far away and with what result; the list names the last', async () => {
  const id = await create({ name: 'Recorded gate' })
  const record = (minutes: number, result: 'inRadius' | 'mocked', distance_m: number | null) => ({
    order_id: Number(rows.work_order),
    site_id: id,
    account_id: world.accounts.northEngineer.id,
    at: new Date(world.clock.now().getTime() + minutes * 60_000),
    latitude: 30.661,
    longitude: 104.06,
    coordinate_system: 'WGS84' as const,
    accuracy_m: 8.4,
    distance_m,
    result,
    reason: result === 'mocked' ? 'test phone' : null,
  })
  await world.db
    .insertInto('order_sign_in')
    .values([record(1, 'inRadius', 111.2), record(5, 'mocked', 480.7)])
    .execute()
  const { list } = await signRecords(north, { siteId: id })
  expect(list.map(({ result, distanceM, accuracyM, reason }) => ({ result, distanceM, accuracyM, reason }))).toEqual([
    { result: 'mocked', distanceM: 481, accuracyM: 8, reason: 'test phone' },
    { result: 'inRadius', distanceM: 111, accuracyM: 8, reason: null },
  ])
  const engineer = list[0]?.engineer ?? ''
  expect((await signRecords(north, { siteId: id, result: 'inRadius' })).total).toBe(1)
  expect((await signRecords(north, { siteId: id, keyword: engineer.slice(0, 5) })).total).toBe(2)
  expect((await signRecords(north, { siteId: id, keyword: 'nobody' })).total).toBe(0)
  expect((await signRecords(south, { siteId: id })).total).toBe(0)
  // The order no longer lists it, but somebody signed in here for it.
  expect(await refusal(removeSignSite(north, { id }))).toMatchObject({ reason: 'inUse' })
  expect(await signSiteDetail(north, { id })).toMatchObject({
    lastSignedBy: engineer,
    lastSignedAt: list[0]?.at,
    signs: { inRadius: 1, mocked: 1 },
  })
})

test('the list is searched by name, address and code, and holds no foreign row; its export says the same', async () => {
  const id = await create({ name: 'Far corner', tagCode: 'CORNER-77' })
  const found = async (ctx: Ctx, keyword: string) => (await pageSignSites(ctx, { keyword })).list.map((row) => row.id)
  for (const keyword of ['far cor', 'corner-7']) expect(await found(north, keyword)).toEqual([id])
  expect(await found(south, 'far cor')).toEqual([])
  const csv = await textOf(
    renderExport(north, signSiteExport, {
      format: 'csv',
      locale: 'en',
      timeZone: 'UTC',
      filters: { keyword: 'Far corner' },
      onRows: async () => undefined,
    }),
  )
  expect(csv).toContain('Far corner')
  expect(csv).toContain('30.66, 104.06 (GCJ02)')
})
