import { allEndpoints, auditCatalogue, liveKinds, menus, uploadPurposes, type TSchema } from '@emberwatch/contract'
import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from './features.ts'
import { refsIn } from './platform/refs.ts'
import { addOwnedRows, isOwned, type OwnedRows } from './testing/rows.ts'
import { refPaths } from './testing/sample.ts'
import { testWorld, type TestWorld } from './testing/context.ts'

/** Nothing of a feature can be forgotten unnoticed: each test names what is missing, and where it belongs. */

const folder = join(import.meta.dirname, 'features')
const subjectsWith = (verb: string): string[] =>
  Object.entries(auditCatalogue).flatMap(([subject, verbs]) => ((verbs as readonly string[]).includes(verb) ? [subject] : []))

test('every folder with routes or jobs has its feature.ts in the list of features', () => {
  const folders = new Set(globSync(['*/*.routes.ts', '*/*.jobs.ts', '*/feature.ts'], { cwd: folder }).map(dirname))
  expect(features.map(({ name }) => name).sort()).toEqual([...folders].sort())
  for (const { name } of features) expect(existsSync(join(folder, name, 'feature.ts')), name).toBe(true)
})

test('every list that the audit log calls exported or imported has its definition', () => {
  expect(features.flatMap(({ exports }) => Object.keys(exports ?? {})).sort()).toEqual(subjectsWith('export').sort())
  expect(features.flatMap(({ imports }) => Object.keys(imports ?? {})).sort()).toEqual(subjectsWith('import').sort())
})

test('every export and import call is of a list that has its definition', () => {
  const lists = new Set(subjectsWith('export').map((name) => name.toLowerCase()))
  const exporting = allEndpoints.filter(({ name }) => name.endsWith('.export'))
  for (const { name } of exporting) expect([...lists], name).toContain(name.split('.')[0]?.toLowerCase())
})

/** Uploads that no feature takes yet: their screens come later. */
const awaitedUploads = ['deviceImage', 'apk', 'firmware']

test.each([
  ['live kind', features.flatMap(({ liveKinds: kinds = [] }) => kinds), [...liveKinds]],
  ['upload', features.flatMap(({ uploads = [] }) => uploads), uploadPurposes.filter((each) => !awaitedUploads.includes(each))],
])('every %s belongs to exactly one feature', (_what, named, all) => {
  expect(named.toSorted()).toEqual(all.toSorted())
})

test('every page of the menu needs an operation that some call asks for', () => {
  const asked = new Set(allEndpoints.flatMap(({ entry }) => entry.access))
  for (const { code, operations, url } of menus)
    if (url !== '#' && code !== 'message.list') expect([...asked], code).toContain(operations[0])
})

describe('rows for the tests of foreign ids', () => {
  let world: TestWorld
  let rows: OwnedRows
  beforeAll(async () => {
    world = await testWorld()
    rows = await addOwnedRows(world.db, world.companies.north)
  })
  afterAll(() => world.stop())

  const entities = [...new Set(allEndpoints.flatMap(({ entry }) => refPaths(entry.input).map(({ entity }) => entity)))]
  test.each(entities.filter(isOwned))('%s has one (testing/rows.ts)', (entity) => {
    expect(rows).toHaveProperty(entity)
  })
  test('every ref of an input is found by the check of refs', () => {
    for (const { name, entry } of allEndpoints)
      for (const { path, entity } of refPaths(entry.input))
        if (path.length === 1)
          expect(
            refsIn(entry.input as TSchema, { [String(path[0])]: 1 }).map((ref) => ref.entity),
            name,
          ).toContain(entity)
  })
})
