import { allEndpoints, auditCatalogue, liveKinds, menus, operationsIn, uploadPurposes, type MenuSeed } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from './features.ts'
import { fileReferences } from './features/base/file/file-references.ts'
import { tableFacts } from './tables/facts.ts'
import { addPlainRow } from './testing/plain-row.ts'
import { addOwnedRows, entities, isOwned, type OwnedRows } from './testing/rows.ts'
import { refPaths } from './testing/sample.ts'
import { testWorld, type TestWorld } from './testing/context.ts'

/** Nothing of a feature can be forgotten: each test names what is missing and where it belongs. */

const folder = join(import.meta.dirname, 'features')
const subjectsWith = (verb: string): string[] =>
  Object.entries(auditCatalogue).flatMap(([subject, verbs]) => ((verbs as readonly string[]).includes(verb) ? [subject] : []))

test('every feature.ts is in the list of features', () => {
  const folders = new Set(globSync('*/*/feature.ts', { cwd: folder }).map((file) => dirname(file)))
  expect(features.map(({ name }) => name).sort()).toEqual([...folders].map((each) => basename(each)).sort())
})

test('every list that the audit log calls exported or imported has its definition', () => {
  expect(features.flatMap(({ exports }) => Object.keys(exports ?? {})).sort()).toEqual(subjectsWith('export').sort())
  expect(features.flatMap(({ imports }) => Object.keys(imports ?? {})).sort()).toEqual(subjectsWith('import').sort())
})

test('every export and import call is for a list that has its definition', () => {
  const lists = new Set(subjectsWith('export').map((name) => name.toLowerCase()))
  const exporting = allEndpoints.filter(({ name }) => name.endsWith('.export'))
  for (const { name } of exporting) expect([...lists], name).toContain(name.split('.')[0]?.toLowerCase())
})

test('every column of an export has a name (`fields` of its texts), the same as in the list', () => {
  const columns = features.flatMap(({ exports = {} }) =>
    Object.entries(exports).flatMap(([list, definition]) =>
      'columns' in definition ? definition.columns.map(({ field, label = field }) => `${list}: ${label}`) : [],
    ),
  )
  expect(columns).not.toEqual([])
  expect(columns.filter((column) => !Object.hasOwn(en.fields, column.split(': ')[1] ?? ''))).toEqual([])
})

test.each([
  ['live kind', features.flatMap(({ liveKinds: kinds = [] }) => kinds), [...liveKinds]],
  ['upload', features.flatMap(({ uploads = [] }) => uploads), [...uploadPurposes]],
])('every %s belongs to exactly one feature', (_what, named, all) => {
  expect(new Set<string>(named)).toEqual(new Set<string>(all))
  expect(named).toHaveLength(all.length)
})

test('every page of the menu is opened by an operation that some call requires', () => {
  const asked: ReadonlySet<string> = new Set(allEndpoints.flatMap(({ entry }) => operationsIn(entry.access)))
  // Reading one's own messages needs no permission.
  const pages = (menus as readonly MenuSeed[]).filter(({ url, code }) => url !== '#' && code !== 'message.list')
  expect(pages.filter(({ operations }) => !asked.has(operations[0] ?? '')).map(({ code }) => code)).toEqual([])
})

test('every id in an input refers to a table', () => {
  expect(entities.filter((entity) => !(entity in tableFacts))).toEqual([])
})

test('every file that a standard call stores is kept (features/base/file/file-references.ts)', () => {
  const kept = fileReferences.map(({ table, column }) => `${table}.${column}`)
  const stored = allEndpoints.flatMap(({ entry }) =>
    refPaths(entry.input)
      .filter(({ entity }) => entity === 'file' && entry.entity !== undefined)
      .map(({ path }) => `${entry.entity}.${String(path[0]).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`),
  )
  expect(stored).not.toEqual([])
  // The branding that a company starts with is in its own table.
  const beside = (column: string): string => column.replace(/^company\./, 'company_config.')
  expect(stored.filter((column) => !kept.includes(column) && !kept.includes(beside(column)))).toEqual([])
})

describe('rows for the tests of foreign ids', () => {
  let world: TestWorld
  let rows: OwnedRows
  beforeAll(async () => {
    world = await testWorld()
    rows = await addOwnedRows(world.db, world.companies.north)
  })
  afterAll(() => world.stop())

  test.each(entities.filter(isOwned))('%s has one (testing/rows.ts)', (entity) => {
    expect(rows).toHaveProperty(entity)
  })
  test('a table without its own row gets one with its required columns', async () => {
    const { north } = world.companies
    const id = await addPlainRow(world.db, 'customer', north, rows)
    const { company_id, path } = await world.db
      .selectFrom('customer')
      .select(['company_id', 'path'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect({ company_id, path }).toEqual({ company_id: north.id, path: north.path })
  })
})
