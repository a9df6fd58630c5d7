import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase, type Database } from './database.ts'
import { migrate } from './migrate.ts'

const log = pino({ level: 'silent' })
let dir: string
let own: TestDatabase
let database: Database

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'emberwatch-migrations-'))
  own = await testDatabase({ empty: true })
  database = openDatabase(own.connection)
})

afterEach(async () => {
  await database.close()
  await own.stop()
  rmSync(dir, { recursive: true, force: true })
})

const write = (name: string, ...statements: string[]): void => {
  const kysely = JSON.stringify(import.meta.resolve('kysely'))
  const body = statements.map((statement) => `  await sql\`${statement}\`.execute(db)`).join('\n')
  writeFileSync(
    join(dir, `${name}.ts`),
    `import { sql, type Kysely } from ${kysely}\nexport async function up(db: Kysely<unknown>) {\n${body}\n}\n`,
  )
}

const tables = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relname like 'm\\_%' order by 1`,
  )
  return rows.map((row) => row.name)
}

test('applies missing migrations, in order, once', async () => {
  write('0002-second', 'alter table m_one add column two int')
  write('0001-first', 'create table m_one (one int)')
  writeFileSync(join(dir, 'notes.md'), 'not a migration')
  expect(await migrate(database.pool, dir, log)).toEqual(['0001-first', '0002-second'])
  expect(await migrate(database.pool, dir, log)).toEqual([])
  write('0003-third', 'create table m_three ()')
  expect(await migrate(database.pool, dir, log)).toEqual(['0003-third'])
  expect(await tables()).toEqual(['m_one', 'm_three'])
})

test('a failing migration leaves nothing behind, and earlier ones stay', async () => {
  write('0001-first', 'create table m_one ()')
  write('0002-second', 'create table m_two ()', 'select 1 / 0')
  await expect(migrate(database.pool, dir, log)).rejects.toThrow('division by zero')
  expect(await tables()).toEqual(['m_one'])
})

test('processes that start together migrate once', async () => {
  write('0001-first', 'create table m_one ()', 'select pg_sleep(0.1)')
  write('0002-second', 'create table m_two ()')
  const other = openDatabase(own.connection)
  const applied = await Promise.all([migrate(database.pool, dir, log), migrate(other.pool, dir, log)])
  await other.close()
  expect(applied.flat().sort()).toEqual(['0001-first', '0002-second'])
})

test('an applied migration that was changed, removed or overtaken is rejected', async () => {
  write('0002-second', 'create table m_two ()')
  await migrate(database.pool, dir, log)
  write('0001-first', 'create table m_one ()')
  await expect(migrate(database.pool, dir, log)).rejects.toThrow('0001-first comes before 0002-second')
  rmSync(join(dir, '0001-first.ts'))
  write('0002-second', 'create table m_other ()')
  await expect(migrate(database.pool, dir, log)).rejects.toThrow('0002-second was changed')
  rmSync(join(dir, '0002-second.ts'))
  await expect(migrate(database.pool, dir, log)).rejects.toThrow('does not know')
  expect(await tables()).toEqual(['m_two'])
})
