import { DomainError } from '@emberwatch/contract'
import { sql, type Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import type { FaultTable } from '../../../tables/reports.tables.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { faultDetail } from './fault-detail.reads.ts'
import { exportFaults, faultExport, pageFaults, pageFaultsByState, selectFaultTypes } from './fault.reads.ts'
import { snoozeFaults, wakeFaults } from './snooze-faults.ts'
import { solveFault, solveManyFaults } from './lifecycle/solve-fault.ts'

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
/** Ids in ascending order. */
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

test('each of several is solved on its own, and those left say why', async () => {
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

test('faults are filtered by the area of their project', async () => {
  const id = await addFault('somewhere')
  await addFault('nowhere', { project_id: null })
  await world.db.updateTable('project').set({ province: '110000' }).where('id', '=', Number(own.project)).execute()
  expect(await ids({ province: '110000' })).toEqual([id])
  expect(await ids({ province: '310000' })).toEqual([])
})

test('each refusal among several shows its time in the reader’s time zone', async () => {
  const id = await addFault('done', { state: 'solved', updated_at: '2026-01-01T23:30:05.000Z' })
  const shanghai = { ...north, origin: { ...north.origin, timeZone: 'Asia/Shanghai' } }
  const [result] = await solveManyFaults(shanghai, { ids: [id], note: 'x' })
  expect(result?.msg).toContain('System acted at 2026-01-02 07:30:05 UTC+8')
})

test('the log does not contain the present name of a device that went to another company', async () => {
  const { device } = await addOwnedRows(world.db, world.companies.south)
  const id = await addFault('gone', { device_id: Number(device) })
  await solveFault(north, { id, note: 'x' })
  const { object_name: name } = await world.db
    .selectFrom('audit_log')
    .select('object_name')
    .where('action', '=', 'fault.solve')
    .where('object_id', '=', String(id))
    .executeTakeFirstOrThrow()
  expect(name).toBe('gone')
})

const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
const auditsOf = (id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'changes'])
    .where('object_kind', '=', 'fault')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()

test('counts by state follow the other filters', async () => {
  await addFault('a')
  await addFault('b', { state: 'processing' })
  await addFault('c', { state: 'solved', project_id: null })
  expect((await pageFaultsByState(north, { state: 'pending' })).counts).toEqual({ pending: 1, processing: 1, solved: 1 })
  const { list, counts } = await pageFaultsByState(north, { projectId: Number(own.project), state: 'solved' })
  expect([list, counts]).toEqual([[], { pending: 1, processing: 1, solved: 0 }])
  expect((await pageFaultsByState(south, {})).counts).toEqual({ pending: 0, processing: 0, solved: 0 })
})

test.each(['pending', 'processing', 'solved'] as const)(
  'the export of the tab %s holds its faults alone, within the other filters',
  async (state) => {
    const wanted = await addFault(`${state} here`, { state })
    await addFault(`${state} elsewhere`, { state, project_id: null })
    for (const other of ['pending', 'processing', 'solved'] as const) if (other !== state) await addFault(other, { state: other })
    const { exportId } = await exportFaults(state)(north, { projectId: Number(own.project), format: 'csv' })
    const job = await world.db
      .selectFrom('export_job')
      .select(['list', 'input'])
      .where('id', '=', exportId)
      .executeTakeFirstOrThrow()
    expect(job).toMatchObject({ list: 'fault', input: { filters: { state, projectId: Number(own.project) } } })
    const { filters } = job.input as { filters: object }
    const { list } = await faultExport.page(north, { ...filters, after: null, pageSize: 80 })
    expect(list.map(({ id }) => id)).toEqual([wanted])
  },
)

test('faults of one gateway, and those that were solved in one way', async () => {
  const solved = (way: 'byHand' | 'restored') => ({ state: 'solved', solved_way: way, solved_at: world.clock.now() }) as const
  const open = await addFault('a1')
  const byHand = await addFault('a2', solved('byHand'))
  const restored = await addFault('a3', solved('restored'))
  await addFault('a4', { gateway_id: null })
  const gatewayId = Number(own.gateway)
  expect(sorted(await ids({ gatewayId }))).toEqual(sorted([open, byHand, restored]))
  expect(await ids({ gatewayId, solvedWay: 'restored' })).toEqual([restored])
  // Single rows, with and without conditions: what a console asks about rows that have left the page.
  expect(sorted(await ids({ ids: [open, byHand] }))).toEqual(sorted([open, byHand]))
  expect(await ids({ ids: [open, byHand], open: true })).toEqual([open])
  const { list, counts } = await pageFaultsByState(north, { solvedWay: 'byHand' })
  expect(list.map(({ id }) => id)).toEqual([byHand])
  expect(counts).toEqual({ pending: 0, processing: 0, solved: 1 })
  expect(await ids({ solvedWay: 'repairOrder' })).toEqual([])
  expect(await ids({ gatewayId }, south)).toEqual([])
})

test('faults of a company with all below it; none of one that the caller does not see', async () => {
  const id = await addFault('a')
  const { north: company, northAgent, south: sibling } = world.companies
  expect(await ids({ companyId: company.id })).toEqual([id])
  expect(await ids({ companyId: northAgent.id })).toEqual([])
  expect(await ids({ companyId: sibling.id })).toEqual([])
  expect((await pageFaultsByState(north, { companyId: northAgent.id })).counts).toEqual({ pending: 0, processing: 0, solved: 0 })
})

test('a snoozed fault shows until when and why, and stays in its list', async () => {
  const [id, done] = [await addFault('a'), await addFault('b', { state: 'solved' })]
  const until = inHours(2)
  expect(await snoozeFaults(north, { ids: [id, done], until, reason: 'part ordered' })).toEqual([
    { id, done: true, msg: '' },
    { id: done, done: false, msg: expect.stringContaining('Solved') },
  ])
  const [row] = (await pageFaults(north, { state: 'pending' })).list
  expect(row).toMatchObject({ id, snoozedUntil: until, snoozeReason: 'part ordered', snoozedBy: 'North Admin' })
  expect(await ids({ snoozed: true })).toEqual([id])
  expect(await ids({ snoozed: false })).toEqual([done])
  expect(await auditsOf(id)).toMatchObject([{ action: 'fault.snooze', changes: { snooze_reason: [null, 'part ordered'] } }])
  await wakeFaults(north, { ids: [id] })
  expect(await ids({ snoozed: true })).toEqual([])
  expect((await auditsOf(id)).map(({ action }) => action)).toEqual(['fault.snooze', 'fault.wake'])
})

test('snoozing ends when the time is over, and when the fault is reported again', async () => {
  const [timed, repeated] = [await addFault('a'), await addFault('b')]
  await snoozeFaults(north, { ids: [timed], until: inHours(1), reason: 'x' })
  await snoozeFaults(north, { ids: [repeated], until: inHours(5), reason: 'x' })
  // As ingest does for every repeat.
  await world.db
    .updateTable('fault')
    .set((e) => ({ repeat_count: e('repeat_count', '+', 1) }))
    .where('id', '=', repeated)
    .execute()
  expect(await ids({ snoozed: true })).toEqual([timed])
  world.clock.forward(2 * 3_600_000)
  expect(await ids({ snoozed: true })).toEqual([])
  expect((await pageFaults(north, {})).list.map(({ snoozedUntil }) => snoozedUntil)).toEqual([null, null])
})

test('a fault cannot be snoozed into the past, for longer than allowed, or by another company’s staff', async () => {
  const id = await addFault('a')
  const refused = (until: string) => Promise.resolve().then(() => snoozeFaults(north, { ids: [id], until, reason: 'x' }))
  await expect(refused(inHours(-1))).rejects.toMatchObject({ reason: 'invalidInput', field: 'until' })
  await expect(refused(inHours(24 * 91))).rejects.toMatchObject({ reason: 'invalidInput', field: 'until' })
  expect(await snoozeFaults(south, { ids: [id], until: inHours(1), reason: 'x' })).toMatchObject([{ done: false }])
  expect(await ids({ snoozed: true })).toEqual([])
})

test('a recurring fault says how often it came back, and links to the earlier ones', async () => {
  const first = await addFault('p', { state: 'solved', solved_way: 'restored' })
  const second = await addFault('p', { state: 'solved', solved_way: 'byHand' })
  const now = await addFault('p')
  // Neither another owner's fault nor a test's.
  const foreign = await addFault('q', { state: 'solved' })
  await world.db.updateTable('fault').set({ path: world.companies.south.path, point: 'p' }).where('id', '=', foreign).execute()
  await addFault('p', { state: 'solved', test: true })
  const detail = await faultDetail(north, { id: now })
  expect(detail).toMatchObject({ cameBack: 2, code: expect.stringMatching(/^F\d{8}-\d{6}$/) })
  expect(detail.related.map(({ id }) => id)).toEqual([second, first])
  expect(await ids({ returned: true, state: 'pending' })).toEqual([now])
  expect(await ids({ keyword: detail.code })).toEqual([now])
  expect(await ids({ keyword: detail.code }, south)).toEqual([])
  await expect(faultDetail(south, { id: now })).rejects.toMatchObject({ reason: 'notFound' })
})

test('a signal whose device time cannot be right says so, with what was sent', async () => {
  const device = Number(own.device)
  const id = await addFault('t', { device_id: device })
  await world.db
    .insertInto('report')
    .values({
      received_at: world.clock.now(),
      gateway_id: Number(own.gateway),
      device_id: device,
      position: 0,
      format: 'EW',
      code: 'tamper',
      type: 'fault',
      problem: 'time',
      sent_time: 'Device 5',
    })
    .execute()
  const { signals } = await faultDetail(north, { id })
  expect(signals).toMatchObject([{ deviceTime: null, sentTime: 'Device 5', problem: 'time' }])
})

test('recurring faults are looked up once, along with their counts, up to a thousand per state', async () => {
  const returning = async (points: number) => {
    await sql`
      insert into fault (company_id, path, point, type_id, state, source_format, source_code, first_at, last_at)
      select ${world.companies.north.id}, ${world.companies.north.path}, 'p' || i, (select id from fault_type where code = 'tamper'), state, 'EW', 'tamper',
        now() + i * interval '1 second', now()
      from (values ('solved'), ('pending')) as s (state) cross join generate_series(1, ${sql.lit(points)}) i order by state desc`.execute(
      world.db,
    )
  }
  await returning(3)
  const newest = await ids({ state: 'pending' })
  const fresh = await addFault('q')
  const page = await pageFaultsByState(north, { returned: true })
  expect(page).toMatchObject({ total: 3, totalCapped: false, counts: { pending: 3, processing: 0, solved: 0 } })
  expect(page.list.map(({ id }) => id)).toEqual(newest)
  expect(await pageFaultsByState(north, { returned: true, state: 'solved' })).toMatchObject({ list: [], total: 0 })
  expect(await pageFaultsByState(north, { returned: false })).toMatchObject({ list: [{ id: fresh }], total: 1 })
  const second = await pageFaultsByState(north, { returned: true, pageNum: 2, pageSize: 2 })
  expect(second.list.map(({ id }) => id)).toEqual(newest.slice(2))
  await world.db.deleteFrom('fault').execute()
  await returning(1_001)
  const many = await pageFaultsByState(north, { returned: true, state: 'pending' })
  expect(many).toMatchObject({ total: 1_000, totalCapped: true, counts: { pending: 1_000 } })
  expect(many.list).toHaveLength(10)
})

test('what a gateway is called where it went is not for anyone who sees its faults at the place that it left', async () => {
  await addFault('gone')
  const [before] = (await pageFaults(north, {})).list
  expect(before?.gatewayName).toEqual(expect.any(String))
  const { id, path } = world.companies.south
  const kept = await world.db.selectFrom('gateway').selectAll().where('id', '=', Number(own.gateway)).executeTakeFirstOrThrow()
  await world.db
    .updateTable('gateway')
    .set({ company_id: id, path, project_id: null, name: 'Vault' })
    .where('id', '=', kept.id)
    .execute()
  const [after] = (await pageFaults(north, {})).list
  expect(after).toMatchObject({ gatewayCode: kept.code, gatewayName: null })
  const { company_id, path: old, project_id, name } = kept
  await world.db.updateTable('gateway').set({ company_id, path: old, project_id, name }).where('id', '=', kept.id).execute()
})
