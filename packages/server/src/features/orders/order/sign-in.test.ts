import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assignOrder, receiveOrder } from './order-assignment.verbs.ts'
import { kindOf, myOrder, myOrders } from './order-app.reads.ts'
import { orderWorld, type OrderWorld } from './order.fixture.ts'
import { orderDetail } from './order.reads.ts'
import { signSiteDetail } from '../../sites/sign-site/sign-site.reads.ts'
import { signIn } from './sign-in.ts'
import { startOrder } from './order-work.verbs.ts'

type Input = InputOf<typeof endpoints.orderApp.sign>

let world: OrderWorld
let id: number
beforeAll(async () => {
  world = await orderWorld()
})
afterAll(() => world.stop())

/** The sign address. A hundredth of a degree of latitude is 1,112 m. */
const there = { latitude: 30.66, longitude: 104.06, coordinateSystem: 'WGS84' } as const
const away = { ...there, latitude: 30.67 }

beforeEach(async () => {
  await place({ latitude: there.latitude, longitude: there.longitude, coordinate_system: 'WGS84' })
  id = await world.newOrder({ siteIds: [world.site.sign_site], engineerIds: [world.accounts.northEngineer.id] })
  await receiveOrder(world.engineer, 'repair', { id })
})

const place = (position: {
  latitude: number | null
  longitude: number | null
  coordinate_system: 'WGS84' | 'GCJ02' | null
}): Promise<unknown> => world.db.updateTable('sign_site').set(position).where('id', '=', world.site.sign_site).execute()
const sign = (input: Partial<Input> = {}, ctx = world.engineer) =>
  signIn(ctx, 'repair', { id, siteId: world.site.sign_site, ...there, ...input })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => (error instanceof DomainError ? { reason: error.reason, field: error.field } : error),
  )
const recorded = () => world.db.selectFrom('order_sign_in').selectAll().where('order_id', '=', id).orderBy('id').execute()

test('an engineer starts only after signing in at one of the addresses that the order lists', async () => {
  const second = await world.db
    .insertInto('sign_site')
    .values({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      project_id: world.site.project,
      name: 'back door',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.db.insertInto('order_site').values({ order_id: id, site_id: second.id }).execute()
  await expect(startOrder(world.engineer, 'repair', { id })).rejects.toMatchObject({
    reason: 'precondition',
    params: { reason: 'Sign in at the sign-in address first' },
  })
  expect(await sign({ latitude: 30.661, accuracyM: 12.4 })).toEqual({ id, result: 'inRadius', distanceM: 111, scan: null })
  await startOrder(world.engineer, 'repair', { id })

  const { status, sites, signIns, history } = await orderDetail(world.manager, 'repair', { id })
  expect(status).toBe('processing')
  const at = world.clock.now().toISOString()
  expect(sites).toMatchObject([
    { id: world.site.sign_site, signedAt: at, radiusM: 200 },
    { id: second.id, signedAt: null, latitude: null },
  ])
  expect(signIns).toMatchObject([
    { at, engineer: 'North Engineer', result: 'inRadius', distanceM: 111, accuracyM: 12, reason: null },
  ])
  expect(history.map((entry) => entry.action)).toEqual(['create', 'receive', 'signIn', 'start'])
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['actor_id', 'changes'])
    .where('action', '=', 'repairOrder.signIn')
    .where('object_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({
    actor_id: world.accounts.northEngineer.id,
    changes: { result: [null, 'inRadius'], distanceM: [null, 111] },
  })
})

test('newly assigned engineers sign in too; a colleague who stays has done so for both', async () => {
  const { northEngineer, siterEngineer } = world.accounts
  const siteOf = async () => (await orderDetail(world.manager, 'repair', { id })).sites[0]
  await sign()
  await assignOrder(world.siter, 'repair', { id, engineerIds: [northEngineer.id, siterEngineer.id], note: 'two are needed' })
  expect((await siteOf())?.signedAt).not.toBeNull()
  await assignOrder(world.siter, 'repair', { id, engineerIds: [siterEngineer.id], note: 'fell ill' })
  await receiveOrder(world.stranger, 'repair', { id })
  expect((await siteOf())?.signedAt).toBeNull()
  expect(await recorded()).toHaveLength(1)
  expect(await refusal(startOrder(world.stranger, 'repair', { id }))).toMatchObject({ reason: 'precondition' })
  await sign({}, world.stranger)
  await startOrder(world.stranger, 'repair', { id })
})

test('outside the radius a reason is required, stored, and the sign-in is marked', async () => {
  expect(await refusal(sign(away))).toEqual({ reason: 'reasonRequired', field: 'reason' })
  expect(await recorded()).toEqual([])
  expect(await sign({ ...away, reason: 'gate moved' })).toMatchObject({ result: 'outOfRadius', distanceM: 1112 })
  expect(await recorded()).toMatchObject([
    { result: 'outOfRadius', reason: 'gate moved', account_id: world.accounts.northEngineer.id },
  ])
  await startOrder(world.engineer, 'repair', { id })
})

test('a mock position is marked however near it is, and requires a reason', async () => {
  expect(await refusal(sign({ mock: true }))).toEqual({ reason: 'reasonRequired', field: 'reason' })
  expect(await sign({ mock: true, reason: 'test phone' })).toMatchObject({ result: 'mocked', distanceM: 0 })
})

test('a scanned code is evidence beside the position: of this address, of another one, or not genuine', async () => {
  const { id: site } = { id: world.site.sign_site }
  const codeOf = async (of: number) => (await signSiteDetail(world.manager, { id: of })).signedCode
  const code = await codeOf(site)
  const { companies } = world
  const { id: other } = await world.db
    .insertInto('sign_site')
    .values({
      company_id: companies.north.id,
      path: companies.north.path,
      project_id: world.site.project,
      name: 'Other gate',
      tag_code: 'SA-OTHERGATE2',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const judged = async (scan: string): Promise<unknown> => (await sign({ scan })).scan
  expect(await judged(code)).toBe('valid')
  expect(await judged(` ${code.toLowerCase()} `)).toBe('valid')
  expect(await judged(code.replace('.', '。').replace('SA-', 'ＳＡ－'))).toBe('valid')
  expect(await judged(await codeOf(other))).toBe('elsewhere')
  const [number = '', signature = ''] = code.split('.')
  for (const made of [
    number,
    `${number}.AAAAAAAAAA`,
    `SA-OTHERGATE2.${signature}`,
    `${number}.`,
    `${number}.一二三四五六七八九十`,
    'https://example.com/x.y',
    '.',
  ])
    expect(await judged(made)).toBe('forged')
  // A wrong code does not replace the reason that a wrong place needs, nor does a right one.
  expect(await refusal(sign({ ...away, scan: code }))).toEqual({ reason: 'reasonRequired', field: 'reason' })
  expect((await recorded()).slice(0, 3).map(({ scan }) => scan)).toEqual(['valid', 'valid', 'valid'])
  expect((await orderDetail(world.manager, 'repair', { id })).signIns[0]).toMatchObject({ scan: 'valid' })
  const audit = await world.db
    .selectFrom('audit_log')
    .select('changes')
    .where('action', '=', 'repairOrder.signIn')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(audit.changes).toMatchObject({ scan: [null, 'valid'] })
})

test('at an address without a position the result of the sign-in is unknown', async () => {
  await place({ latitude: null, longitude: null, coordinate_system: null })
  expect(await sign()).toEqual({ id, result: 'unknown', distanceM: null, scan: null })
})

test('positions of two systems of coordinates are compared as one', async () => {
  // The same place as `there` in GCJ-02; the bare numbers differ by some 400 m.
  await place({ latitude: 30.657_56, longitude: 104.062_45, coordinate_system: 'GCJ02' })
  const { result, distanceM } = await sign()
  expect(result).toBe('inRadius')
  expect(distanceM).toBeLessThan(60)
})

test('nobody signs in on behalf of an engineer, or at an address that the order does not list', async () => {
  expect(await refusal(sign({}, world.stranger))).toMatchObject({ reason: 'precondition' })
  expect(await refusal(sign({}, world.manager))).toMatchObject({ reason: 'precondition' })
  expect(await refusal(sign({}, world.bare))).toMatchObject({ reason: 'noAccess' })
  const other = await world.newSite(world.companies.north)
  expect(await refusal(sign({ siteId: other.sign_site }))).toEqual({ reason: 'invalidInput', field: 'siteId' })
  expect(await recorded()).toEqual([])
})

test('the app lists and opens the orders that its engineer is assigned to, and no others', async () => {
  const other = await world.newOrder()
  const mine = await myOrders(world.engineer, { pageSize: 80 })
  expect(mine.list.map((order) => order.id)).toContain(id)
  expect(mine.list.map((order) => order.id)).not.toContain(other)
  expect((await myOrders(world.engineer, { status: 'complete' })).list).toEqual([])
  expect((await myOrder(world.engineer, { id })).sites).toHaveLength(1)
  expect(await refusal(myOrder(world.engineer, { id: other }))).toMatchObject({ reason: 'noAccess' })
  expect(await refusal(myOrder(world.sibling, { id }))).toMatchObject({ reason: 'notFound' })
  expect(await kindOf(world.engineer, id)).toBe('repair')
})
