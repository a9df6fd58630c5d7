import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import type { Tables } from '../../tables/index.ts'
import { hasKeyword } from '../keyword.ts'
import { callLimits, openDatabase, type Database } from './database.ts'
import { createStatementNames, onePlan, plannedByValues } from './statement-names.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase({ ...callLimits, ...own.connection, max: 1 })
})
afterAll(async () => {
  await database.close()
  await own.stop()
})

/** How often each prepared statement had a generic and a custom plan. */
const plans = async (like: string) => {
  const { rows } = await sql<{ generic: number; custom: number }>`
    select generic_plans as generic, custom_plans as custom from pg_prepared_statements where strpos(statement, ${like}) > 0`.execute(
    database.kysely,
  )
  return rows
}

test('a statement with one plan is planned once, whatever its values', async () => {
  for (let id = 0; id < 12; id++)
    await database.kysely.selectFrom('company').select('name').where('id', '=', id).modifyEnd(onePlan).execute()
  expect(await plans('"company"')).toEqual([{ generic: 10, custom: 0 }])
})

test('so is one in a transaction; later ones there are planned as PostgreSQL sees fit', async () => {
  for (let id = 0; id < 12; id++) {
    await database.kysely.transaction().execute(async (tx) => {
      await tx.selectFrom('project').select('name').where('id', '=', id).modifyEnd(onePlan).execute()
      await tx.selectFrom('gateway').select('name').where('id', '=', id).execute()
    })
  }
  expect(await plans('"project"')).toEqual([{ generic: 10, custom: 0 }])
  expect(await plans('"gateway"')).toEqual([{ generic: 5, custom: 5 }])
})

test('any other repeated statement is prepared, and planned as PostgreSQL sees fit', async () => {
  for (let id = 0; id < 12; id++) {
    await database.kysely.selectFrom('customer').select('name').where('id', '=', id).execute()
    await database.kysely.selectFrom('company').select('name').where('id', '=', id).modifyEnd(onePlan).execute()
  }
  // PostgreSQL always makes custom plans for the first five runs.
  expect(await plans('"customer"')).toEqual([{ generic: 5, custom: 5 }])
})

test('the pool’s own queries are answered', async () => {
  for (let i = 0; i < 5; i++) expect((await database.pool.query('select $1::int as n', [i])).rows).toEqual([{ n: i }])
})

test('in a transaction nothing is set that would end with it', async () => {
  const planning = async (db: Kysely<Tables>) =>
    (await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(db)).rows[0]?.mode
  const list = (db: Kysely<Tables>) => db.selectFrom('menu').select('code').where('id', '=', 1).modifyEnd(onePlan).execute()
  await list(database.kysely)
  await expect(
    database.kysely.transaction().execute(async (tx) => {
      expect(await planning(tx)).toBe('auto')
      await list(tx)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await planning(database.kysely)).toBe('auto')
})

test('a statement whose plan depends on its values is not prepared', async () => {
  for (let id = 0; id < 12; id++) {
    const roles = database.kysely.selectFrom('role').select('name')
    await roles.where('id', '=', id).modifyEnd(plannedByValues).execute()
    await roles.where('path', 'like', `${id}%`).execute()
    await roles.where('path', 'ilike', `${id}%`).execute()
    await roles.where(hasKeyword(['name'], `${id}`)).execute()
  }
  expect(await plans('"role"')).toEqual([])
})

test('a text with several commands can be run repeatedly', async () => {
  for (let i = 0; i < 4; i++) await sql`select 1; select 2;`.execute(database.kysely)
  expect(await plans('select 1; select 2')).toEqual([])
})

test('a table change under a prepared statement causes no failure', async () => {
  const read = () => database.kysely.selectFrom('captcha').selectAll().execute()
  for (let i = 0; i < 6; i++) expect(await read()).toEqual([])
  await sql`create index captcha_answer_test on captcha (answer)`.execute(database.kysely)
  expect(await read()).toEqual([])
})

test('texts that differ each time take up no names', () => {
  const nameOf = createStatementNames()
  for (let i = 0; i < 20_000; i++) expect(nameOf(`select ${i}`)).toBeUndefined()
  const names = Array.from({ length: 400 }, (_, i) => [0, 1, 2].map(() => nameOf(`select from t${i}`)).at(-1))
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(300)
})
