import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { uploadOf } from '../../../testing/images.ts'
import { runImport } from '../../base/file/run-import.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { customerImport, customerImportResult, importCustomers } from './import-customers.ts'

/** Workbooks of other programs, and what people write into cells. */

let world: TestWorld
const log = pino({ level: 'silent' })

beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

const header = 'Name,Type,Contact,Phone'
const imported = async (content: Buffer | string) => {
  const north = await world.ctxOf(world.accounts.northAdmin)
  const fileId = await upload(north, { purpose: 'import' }, uploadOf(content, 'customers'))
  const { importId: id } = await importCustomers(north, { fileId, dryRun: false })
  await runImport(world.systemCtx, { customer: customerImport }, log, id)
  return customerImportResult(north, { id })
}
const called = (prefix: string) =>
  world.db.selectFrom('customer').selectAll().where('name', 'like', `${prefix}%`).orderBy('name').execute()
const workbook = (name: string): Buffer => readFileSync(join(import.meta.dirname, `../../../testing/sheets/${name}.xlsx`))

test.each([
  ['backslash-names', 'S01 Harbour 1'],
  ['workbook2', 'S02 Harbour 1'],
  ['letter-case', 'S02b Harbour 1'],
  ['parent-targets', 'S03b Harbour 1'],
])('%s is imported', async (file, name) => {
  expect(await imported(workbook(file))).toMatchObject({ succeeded: 1, failed: 0 })
  expect(await called(name)).toMatchObject([{ name, contract_end: '2027-06-01' }])
})

test('the day in a cell is the day that is stored; what is ambiguous is refused', async () => {
  const result = await imported(workbook('dates'))
  expect(result).toMatchObject({ total: 18, succeeded: 17, failed: 1 })
  expect(result.problems).toMatchObject([{ row: 15, field: 'contractEnd' }])
  expect(new Set((await called('S05')).map((row) => row.contract_end))).toEqual(new Set(['2027-06-01']))
})

test('times in cells are times of the site', async () => {
  expect(await imported(workbook('instants'))).toMatchObject({ total: 9, succeeded: 9, failed: 0 })
  const times = (await called('S13')).map((row) => [row.name.split(' ')[0], row.privacy_consent_at?.valueOf()])
  const at = Object.fromEntries(times.map(([name, time]) => [name, new Date(time as string).toISOString()]))
  expect(at).toMatchObject({
    S13serial: '2027-06-01T02:05:35.000Z',
    S13text: '2027-06-01T02:05:35.000Z',
    S13iso: '2027-06-01T02:05:35.000Z',
    S13frac: '2027-06-01T02:05:35.000Z',
    S13ampm: '2027-06-01T02:05:00.000Z',
    S13old: '1988-07-01T03:00:00.000Z',
  })
})

test('an error in a cell is named there and never stored, from a workbook or as text', async () => {
  const result = await imported(workbook('error-cells'))
  expect(result.problems).toEqual([
    {
      row: 4,
      field: 'address',
      label: 'Address',
      msg: 'Address: the cell shows the formula error #N/A; replace it with the value',
    },
    {
      row: 5,
      field: 'contacter',
      label: 'Contact',
      msg: 'Contact: the cell shows the formula error #C5!; replace it with the value',
    },
  ])
  expect((await called('S08')).map(({ name }) => name).toSorted()).not.toContain('S08err Harbour 1')
  const csv = await imported(`${header}\nError 1,enterprise,#REF!,13800000001\nError 2,enterprise,No #1!,13800000001`)
  expect(csv).toMatchObject({ succeeded: 1, problems: [{ row: 2, field: 'contacter' }] })
})

test('names that look the same are the same, and phones are read as people write them', async () => {
  const csv = `${header}\nLook\u200b Alike\u00a0１,enterprise,Desk,(010) 1234-5678`
  expect(await imported(csv)).toMatchObject({ succeeded: 1 })
  expect(await called('Look')).toMatchObject([{ name: 'Look Alike 1', phone: '010-12345678' }])
})
