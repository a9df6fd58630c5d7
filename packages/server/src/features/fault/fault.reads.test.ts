import { DomainError } from '@emberwatch/contract'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import type { FaultTable } from '../../tables/reports.tables.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../testing/rows.ts'
import { faultExport, pageFaults, selectFaultTypes } from './fault.reads.ts'
import { solveFault, solveManyFaults } from './solve-fault.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let own: OwnedRows
beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  own = await addOwnedRows(world.db, world.companies.north)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('fault').execute()
})

const addFault = async (point: string, more: Partial<Insertable<FaultTable>> = {}): Promise<number> => {
  const type = await world.db.selectFrom('fault_type').select('id').where('code', '=', 'tamper').executeTakeFirstOrThrow()
  const at = world.clock.now()
  const { id } = await world.db
    .insertInto('fault')
    .values({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      project_id: Number(own.project),
      gateway_id: Number(own.gateway),
      point,
      type_id: type.id,
      source_format: 'EW',
      source_code: 'tamper',
      first_at: at,
      last_at: at,
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** In the order of their ids. */
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
const ids = async (input: Parameters<typeof pageFaults>[1], ctx = north) =>
  (await pageFaults(ctx, input)).list.map((row) => row.id)

test('faults of devices, of unregistered ones by the code that was sent, and of the gateway itself', async () => {
  const minutesAgo = (minutes: number) => new Date(world.clock.now().getTime() - minutes * 60_000)
  const device = await addFault(`d${own.device}`, { device_id: Number(own.device), first_at: minutesAgo(3) })
  const stranger = await addFault(`g${own.gateway}/SD-0815`, { first_at: minutesAgo(2) })
  const gateway = await addFault(`g${own.gateway}`, { first_at: minutesAgo(1) })
  const { list } = await pageFaults(north, {})
  expect(list).toMatchObject([
    { id: gateway, deviceId: null, deviceCode: null, gatewayCode: expect.stringMatching(/^GW/), typeNameEn: 'Tamper' },
    { id: stranger, deviceId: null, deviceCode: 'SD-0815' },
    { id: device, deviceId: own.device, deviceCode: expect.stringMatching(/^DV/), timeZone: 'Asia/Shanghai' },
  ])
  expect(await ids({ keyword: '0815' })).toEqual([stranger])
  expect(sorted(await ids({ keyword: String(list[0]?.gatewayCode) }))).toEqual([device, stranger, gateway])
  expect(await ids({ keyword: String(list[2]?.deviceCode).toLowerCase() })).toEqual([device])
  expect(await ids({ deviceId: Number(own.device) })).toEqual([device])
  expect(await ids({ startTime: minutesAgo(2).toISOString(), order: 'asc' })).toEqual([stranger, gateway])
  expect(await ids({}, south)).toEqual([])
  expect((await faultExport.page(south, { after: null })).list).toEqual([])
})

test('open faults and solved ones; every type can be chosen', async () => {
  const open = await addFault('a')
  const busy = await addFault('b', { state: 'processing' })
  const done = await addFault('c', { state: 'solved' })
  expect(sorted(await ids({ open: true }))).toEqual([open, busy])
  expect(await ids({ open: false })).toEqual([done])
  expect(await ids({ state: 'processing' })).toEqual([busy])
  const types = await selectFaultTypes(north)
  expect(types.map((type) => type.labelEn)).toContain('Tamper')
})

test('solving by hand records who, when and why; the second person is told who was first', async () => {
  const id = await addFault(`g${own.gateway}`)
  await solveFault(north, { id, note: 'cable plugged in' })
  expect((await pageFaults(north, {})).list).toMatchObject([
    {
      state: 'solved',
      solvedWay: 'byHand',
      solvedBy: 'North Admin',
      solvedAt: world.clock.now().toISOString(),
      note: 'cable plugged in',
    },
  ])
  const audit = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('object_kind', '=', 'fault')
    .where('object_id', '=', String(id))
    .execute()
  expect(audit).toMatchObject([
    { action: 'fault.solve', actor_id: world.accounts.northAdmin.id, changes: { state: ['pending', 'solved'] } },
  ])
  const again = await solveFault(north, { id, note: 'x' }).catch((error: unknown) => error)
  expect(again).toBeInstanceOf(DomainError)
  expect(again).toMatchObject({ reason: 'wrongState', params: { state: 'Solved', who: 'North Admin' } })
})

test('of several, each is solved on its own, and those left say why', async () => {
  const [first, solved, foreign] = [await addFault('a'), await addFault('b', { state: 'solved' }), await addFault('c')]
  await world.db.updateTable('fault').set({ path: world.companies.south.path }).where('id', '=', foreign).execute()
  expect(await solveManyFaults(north, { ids: [solved, first, foreign], note: 'swept' })).toEqual([
    { id: solved, solved: false, msg: expect.stringContaining('Solved') },
    { id: first, solved: true, msg: '' },
    { id: foreign, solved: false, msg: expect.stringMatching(/does not exist/) },
  ])
  expect(await ids({ open: true })).toEqual([])
  expect(await ids({ open: true }, south)).toEqual([foreign])
})
