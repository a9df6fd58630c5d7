import { pino } from 'pino'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf } from '../../../testing/images.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { readFile } from '../../base/file/file.reads.ts'
import { runImport } from '../../base/file/run-import.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { deviceImport, deviceImportVerbs, devicePresetImport, devicePresetImportVerbs } from './import-devices.ts'

let world: TestWorld
let north: Ctx
let own: OwnedRows
let foreign: OwnedRows
let names: { model: string; gatewayModel: string; gateway: string; project: string; foreignProject: string; taken: string }
const log = pino({ level: 'silent' })

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  own = await addOwnedRows(world.db, world.companies.north)
  foreign = await addOwnedRows(world.db, world.companies.south)
  const one = (table: 'device' | 'gateway' | 'project', id: unknown) =>
    world.db
      .selectFrom<'device' | 'gateway' | 'project'>(table)
      .select('code')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
  const { model_id } = await world.db
    .selectFrom('device')
    .select('model_id')
    .where('id', '=', Number(own.device))
    .executeTakeFirstOrThrow()
  const model = await world.db
    .selectFrom('device_model')
    .select(['code', 'series_id'])
    .where('id', '=', model_id)
    .executeTakeFirstOrThrow()
  const gatewayModel = `GM-${model.code}`
  await world.db
    .insertInto('device_model')
    .values({ series_id: model.series_id, code: gatewayModel, name: gatewayModel, is_gateway: true })
    .execute()
  names = {
    model: model.code,
    gatewayModel,
    gateway: (await one('gateway', own.gateway)).code,
    project: (await one('project', own.project)).code,
    foreignProject: (await one('project', foreign.project)).code,
    taken: (await one('device', own.device)).code,
  }
})

const imported = async (content: string, dryRun = false) => {
  const fileId = await upload(north, { purpose: 'import' }, uploadOf(Buffer.from(content), 'devices.csv'))
  const { importId } = await deviceImportVerbs.import(north, { fileId, dryRun })
  await runImport(world.systemCtx, { device: deviceImport }, log, importId)
  return deviceImportVerbs.importResult(north, { id: importId })
}
const header = 'code,modelId,name,communicationCode,projectId,gatewayId,roomNumber,installedOn'
const count = async (prefix: string): Promise<number> =>
  (await world.db.selectFrom('device').select('id').where('code', 'like', `${prefix}%`).execute()).length

test('rows become devices at their places or in stock, with trace, audit rows and the project’s start', async () => {
  const good = (i: number) => `OK-${i},${names.model},Hall ${i},BUS-${i},${names.project},${names.gateway},R${i},2026-01-02`
  const result = await imported([header, ...[1, 2, 3].map(good), `OK-4,${names.model},Spare,BUS-4,,,,`].join('\n'))
  expect(result).toMatchObject({ state: 'done', total: 4, succeeded: 4, failed: 0, problems: [] })
  const rows = await world.db.selectFrom('device').selectAll().where('code', 'like', 'OK-%').orderBy('code').execute()
  expect(rows).toMatchObject([
    {
      code: 'OK-1',
      project_id: Number(own.project),
      gateway_id: Number(own.gateway),
      customer_id: Number(own.customer),
      room_number: 'R1',
    },
    { code: 'OK-2' },
    { code: 'OK-3' },
    { code: 'OK-4', project_id: null, gateway_id: null, bound_at: null },
  ])
  const trace = await world.db
    .selectFrom('device_trace')
    .select(['code', 'step', 'source'])
    .where('code', 'like', 'OK-%')
    .orderBy('id')
    .execute()
  expect(trace.filter(({ code }) => code === 'OK-1').map(({ step }) => step)).toEqual(['imported', 'bound'])
  expect(new Set(trace.map(({ source }) => source))).toEqual(new Set(['import']))
  const audits = await world.db
    .selectFrom('audit_log')
    .select('object_id')
    .where('action', '=', 'device.create')
    .where(
      'object_id',
      'in',
      rows.map(({ id }) => String(id)),
    )
    .execute()
  expect(audits).toHaveLength(4)
  const { status } = await world.db
    .selectFrom('project')
    .select('status')
    .where('id', '=', Number(own.project))
    .executeTakeFirstOrThrow()
  expect(status).toBe('installing')
})

test('lists are told once for each project, also of one customer, and for the stock', async () => {
  const second = await addOwnedRows(world.db, world.companies.north)
  const { code } = await world.db
    .updateTable('project')
    .set({ customer_id: Number(own.customer) })
    .where('id', '=', Number(second.project))
    .returning('code')
    .executeTakeFirstOrThrow()
  const row = (i: number, project: string) => `EV-${i},${names.model},Hall,BUS-EV-${i},${project},,,`
  await imported([header, row(1, names.project), row(2, names.project), row(3, code), row(4, '')].join('\n'))
  const events = world.db
    .selectFrom('live_event')
    .select('project_id')
    .where('kind', '=', 'device')
    .where('change', '=', 'imported')
  const newest = await events.orderBy('id', 'desc').limit(3).execute()
  expect(newest.map((event) => event.project_id)).toEqual([null, Number(second.project), Number(own.project)])
})

test('of 1,000 rows, ten are wrong in ten ways: each says why at its field, and all others are imported', async () => {
  const { model, project, gateway } = names
  const wrong = [
    `${names.taken},${model},Taken,BUS-1,${project},,,`,
    `W-0002,${model},No communication code,,${project},,,`,
    `W-0003,no such model,Model,BUS-1,${project},,,`,
    `W-0004,${names.gatewayModel},A gateway’s model,BUS-1,${project},,,`,
    `W-0005,${model},Foreign,BUS-1,${names.foreignProject},,,`,
    `W-0006,${model},No gateway,BUS-1,${project},no such gateway,,`,
    `W-0007,${model},,BUS-1,${project},,,`,
    `no,${model},Short code,BUS-1,${project},,,`,
    `W-0009,${model},Day,BUS-1,${project},,,31.12.2026`,
    `MANY-0001,${model},Twice,BUS-1,${project},,,`,
  ]
  const rows = Array.from({ length: 990 }, (_, i) => {
    const n = String(i + 1).padStart(4, '0')
    return `MANY-${n},${model},Room ${n},BUS-${n},${project},${gateway},R${n},`
  })
  const content = [header, ...rows, ...wrong].join('\n')
  const dry = await imported(content, true)
  expect(dry).toMatchObject({ state: 'done', succeeded: 990, failed: 10, dryRun: true })
  expect(await count('MANY-')).toBe(0)

  const result = await imported(content)
  expect(result).toMatchObject({ state: 'done', total: 1000, succeeded: 990, failed: 10 })
  expect(await count('MANY-')).toBe(990)
  expect(await count('W-')).toBe(0)
  const problems = new Map(result.problems.map((problem) => [problem.row, problem]))
  expect([...problems.keys()]).toEqual([992, 993, 994, 995, 996, 997, 998, 999, 1000, 1001])
  const fieldOf = (row: number) => problems.get(row)?.field
  expect([...problems.keys()].map(fieldOf)).toEqual([
    'code',
    'communicationCode',
    'modelId',
    'modelId',
    'projectId',
    'gatewayId',
    'name',
    'code',
    'installedOn',
    'code',
  ])
  expect(problems.get(992)?.msg).toContain('project')
  expect(problems.get(1001)?.msg).toContain('row 2')
  const failed = await readFile(north, { id: result.failedFileId ?? '' })
  expect((await textOf(failed.stream)).split('\n').filter(Boolean)).toHaveLength(11)
})

test('if a quota has room for some rows only, those are imported, and the others say so', async () => {
  const { devices } = await world.db
    .selectFrom('company_count')
    .select((e) => e.fn.sum<number>('devices').as('devices'))
    .where('path', 'like', `${world.companies.north.path}%`)
    .executeTakeFirstOrThrow()
  await world.db
    .updateTable('company')
    .set({ quotas: JSON.stringify({ devices: devices + 2 }) as never })
    .where('id', '=', world.companies.north.id)
    .execute()
  const rows = [1, 2, 3].map((i) => `Q-000${i},${names.model},Room,BUS-${i},${names.project},,,`)
  const result = await imported([header, ...rows].join('\n'))
  await world.db
    .updateTable('company')
    .set({ quotas: JSON.stringify({}) as never })
    .where('id', '=', world.companies.north.id)
    .execute()
  expect(result).toMatchObject({ succeeded: 2, failed: 1 })
  expect(await count('Q-')).toBe(2)
})

test('stock is imported without communication codes', async () => {
  const content = `code,modelId,batch\nST-0001,${names.model},B1\nST-0002,${names.model},B1`
  const fileId = await upload(north, { purpose: 'import' }, uploadOf(Buffer.from(content), 'stock.csv'))
  const { importId } = await devicePresetImportVerbs.import(north, { fileId })
  await runImport(world.systemCtx, { devicePreset: devicePresetImport }, log, importId)
  expect(await devicePresetImportVerbs.importResult(north, { id: importId })).toMatchObject({ succeeded: 2, failed: 0 })
  expect(
    await world.db.selectFrom('device').select(['name', 'batch', 'project_id']).where('code', '=', 'ST-0001').execute(),
  ).toEqual([{ name: 'Model', batch: 'B1', project_id: null }])
})

test('a factory’s list of stock: each row with box, pallet, check and dates, and errors at their field', async () => {
  const { model } = names
  const columns = 'code,modelId,batch,producedOn,productionLine,qcResult,qcInspector,box,pallet,warehousedOn,shippedOn'
  const rows = [
    `FAC-1,${model},B1,2026-01-05,Line 2,passed,QC 14,BOX-1,PAL-1,2026-01-06,2026-01-09`,
    `FAC-2,${model},B1,2026-01-05,Line 2,maybe,QC 14,BOX-1,PAL-1,2026-01-06,2026-01-09`,
    `FAC-3,${model},B1,2026-01-05,Line 2,passed,QC 14,BOX-1,PAL-1,2026-01-04,`,
  ]
  const fileId = await upload(north, { purpose: 'import' }, uploadOf(Buffer.from([columns, ...rows].join('\n')), 'stock.csv'))
  const { importId } = await devicePresetImportVerbs.import(north, { fileId, dryRun: false })
  await runImport(world.systemCtx, { devicePreset: devicePresetImport }, log, importId)
  const result = await devicePresetImportVerbs.importResult(north, { id: importId })
  expect(result).toMatchObject({ total: 3, succeeded: 1, failed: 2 })
  expect(result.problems.map(({ row, field }) => [row, field])).toEqual([
    [3, 'qcResult'],
    [4, 'warehousedOn'],
  ])
  const stored = await world.db.selectFrom('device').selectAll().where('code', '=', 'FAC-1').executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ box: 'BOX-1', pallet: 'PAL-1', qc_result: 'passed', shipped_on: '2026-01-09' })
  const steps = await world.db
    .selectFrom('device_trace')
    .select(['step', 'source'])
    .where('code', '=', 'FAC-1')
    .orderBy('id')
    .execute()
  expect(steps.map(({ step, source }) => `${step} ${source}`)).toEqual([
    'produced import',
    'warehoused import',
    'shipped import',
    'imported import',
  ])
})
