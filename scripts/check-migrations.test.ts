import { PostgresDialect } from 'kysely'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../packages/server/src/platform/database/database.ts'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import { testDatabase, type TestDatabase } from '../packages/server/src/testing/database.ts'
import {
  digestOf,
  findProblems,
  migrationFiles,
  migrationsDir,
  normalise,
  readReleased,
  recordStatements,
} from './check-migrations.ts'

const log = pino({ level: 'silent' })
let dir: string
let own: TestDatabase
let database: Database

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'emberwatch-migrations-'))
  own = await testDatabase({ empty: true })
  database = openDatabase(own.connection)
})

afterAll(async () => {
  await database.close()
  await own.stop()
  rmSync(dir, { recursive: true, force: true })
})

const released = { '0001-first.ts': 'a', '0003-third.ts': 'c' }

test('released migrations as they were, and newer ones, are fine', () => {
  expect(findProblems(released, { ...released, '0004-new.ts': 'd' })).toEqual([])
})

test.each([
  ['a changed one', { ...released, '0001-first.ts': 'b' }, '0001-first.ts runs other SQL'],
  ['one that is gone', { '0003-third.ts': 'c' }, '0001-first.ts is missing'],
  ['a renamed one', { '0001-first.ts': 'a', '0003-third-time.ts': 'c' }, '0003-third.ts is missing'],
  ['one that comes too late', { ...released, '0002-second.ts': 'b' }, '0002-second.ts comes before'],
])('%s is found', (_name, files, problem) => {
  expect(findProblems(released, files).join('\n')).toContain(problem)
})

const body = `
  await sql\`create table one (a int, b text default 'x  y')\`.execute(db)
  for (const name of ['a', 'b']) await sql\`select \${name}\`.execute(db)`

let written = 0
/** The digest of a migration with this body. Each gets a file of its own, because a module is loaded once. */
const digestOfBody = async (text: string): Promise<string> => {
  const file = join(dir, `${++written}.ts`)
  const kysely = JSON.stringify(import.meta.resolve('kysely'))
  writeFileSync(file, `import { sql, type Kysely } from ${kysely}\nexport async function up(db: Kysely<unknown>) {${text}\n}\n`)
  return digestOf(await recordStatements(file))
}

test.each([
  ['a comment in the source', body.replace('await', '// why\n  await')],
  ['another layout of the source', body.replaceAll('.execute', '\n    .execute').replaceAll('\n', '\r\n')],
  [
    'the loop written out',
    body.replace(/\n {2}for .*/, '\n  await sql`select ${"a"}`.execute(db)\n  await sql`select ${"b"}`.execute(db)'),
  ],
  ['another layout of the SQL', body.replace('(a int, b', '(\n    a   int,\n    b')],
  ['a comment in the SQL', body.replace('(a int,', '( /* first */ a int, -- second\n')],
])('%s is no change', async (_name, text) => {
  expect(text).not.toBe(body)
  expect(await digestOfBody(text)).toBe(await digestOfBody(body))
})

test.each([
  ['a changed column', body.replace('a int', 'a bigint')],
  ['another name', body.replace('b text', 'c text')],
  ['a changed literal', body.replace('x  y', 'x y')],
  ['a dropped statement', body.replace(/\n {2}for .*/, '')],
  ['a new statement', `${body}\n  await sql\`create table two ()\`.execute(db)`],
  ['another order', body.replace(`['a', 'b']`, `['b', 'a']`)],
  ['another value', body.replace(`['a', 'b']`, `['a', 'c']`)],
])('%s is a change', async (_name, text) => {
  expect(text).not.toBe(body)
  expect(await digestOfBody(text)).not.toBe(await digestOfBody(body))
})

test('bodies of functions are compared like other SQL, and quoted text to the letter', () => {
  expect(normalise(`do $x$\n begin -- why\n  perform 'a  --b';\n end $x$`)).toBe(`do $x$begin perform 'a  --b';end$x$`)
  expect(normalise('select "a  b" , $1')).toBe('select "a  b",$1')
})

test('the check passes on the migrations here', () => {
  expect(() => execFileSync(process.execPath, [join(import.meta.dirname, 'check-migrations.ts')])).not.toThrow()
  expect(Object.keys(readReleased())).toContain('0029-users-see.ts')
})

test('a real, empty database is sent the same statements as the check records', async () => {
  const dialect = new PostgresDialect({ pool: database.pool })
  const list = readReleased()
  for (const name of migrationFiles()) {
    const path = join(migrationsDir, name)
    const digest = digestOf(await recordStatements(path, dialect))
    expect([name, digest]).toEqual([name, list[name]?.sql ?? digestOf(await recordStatements(path))])
  }
})

test('a database that a released version migrated is opened', async () => {
  const other = await testDatabase({ empty: true })
  const { pool, close } = openDatabase(other.connection)
  try {
    await migrate(pool, migrationsDir, log)
    for (const [file, { checksum }] of Object.entries(readReleased()))
      await pool.query('update schema_migration set checksum = $1 where name = $2', [checksum, file.replace(/\.ts$/, '')])
    expect(await migrate(pool, migrationsDir, log)).toEqual([])
  } finally {
    await close()
    await other.stop()
  }
})
