import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { messageOf } from '../startup-error.ts'
import { checkServer, openDatabase, type Database } from './database.ts'

let own: TestDatabase
let database: Database

beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase(own.connection)
})

afterAll(async () => {
  await database.close()
  await own.stop()
})

test('values arrive in the contract’s types', async () => {
  const { rows } = await sql`
    select 9007199254740991::int8 as big, array[1, null]::int8[] as bigs, 1.10::numeric as exact,
           '2026-01-02 03:04:05.678+08'::timestamptz as moment, '2026-01-02'::date as day, count(*) as count from (select 1) as one
  `.execute(database.kysely)
  expect(rows).toEqual([
    {
      big: 9_007_199_254_740_991,
      bigs: [1, null],
      exact: '1.10',
      moment: '2026-01-01T19:04:05.678Z',
      day: '2026-01-02',
      count: 1,
    },
  ])
})

test('an int8 that a number cannot hold is an error, not a wrong number', async () => {
  await expect(sql`select 9007199254740993::int8 as big`.execute(database.kysely)).rejects.toThrow('does not fit')
})

test('a statement still running when the connections are closed is aborted, and leaves nothing behind', async () => {
  const closing = openDatabase(own.connection)
  await sql`create table if not exists half_done (n integer)`.execute(database.kysely)
  const began = performance.now()
  const inserted = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const work = closing.kysely.transaction().execute(async (tx) => {
    await sql`insert into half_done values (1)`.execute(tx)
    inserted.resolve()
    await sql`select pg_sleep(20)`.execute(tx)
  })
  const idle = closing.kysely.transaction().execute(async (tx) => {
    await sql`insert into half_done values (2)`.execute(tx)
    await inserted.promise
    await closed.promise
    await sql`insert into half_done values (3)`.execute(tx)
  })
  const ends = Promise.allSettled([work, idle])
  await inserted.promise
  await closing.close(300)
  closed.resolve()
  expect(performance.now() - began).toBeLessThan(5_000)
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(closing.pool.query('select 1')).rejects.toThrow()
  const { rows } = await sql`select n from half_done`.execute(database.kysely)
  expect(rows).toEqual([])
})

test('concurrent statements on one connection are answered in order, without a warning from pg', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => void warnings.push(message)
  process.on('warning', note)
  const client = await database.pool.connect()
  const answers = await Promise.allSettled([
    client.query<{ n: number }>('select pg_sleep(0.05), $1::int as n', [1]),
    client.query('select nothing from nowhere'),
    client.query<{ n: number }>({ text: 'select $1::int as n', values: [3] }),
    client.query<{ n: number }>('select $1::int as n', [4]),
    client.query<{ n: number }>('select $1::int as n', [5]),
  ])
  client.release()
  await new Promise(setImmediate)
  process.off('warning', note)
  expect(answers.map((each) => (each.status === 'fulfilled' ? each.value.rows[0]?.n : 'failed'))).toEqual([1, 'failed', 3, 4, 5])
  expect(warnings).toEqual([])
})

test('the address of a test database works as a URL', async () => {
  const client = new pg.Client({ connectionString: own.url })
  await client.connect()
  const { rows } = await client.query('select current_database() as name')
  await client.end()
  expect(own.url).toContain(rows[0].name)
})

test('checkServer accepts this server and explains in one line what is wrong with another', async () => {
  await checkServer(own.connection)
  const problem = (connection: pg.PoolConfig): Promise<string> => checkServer(connection).then(() => 'accepted', messageOf)
  expect(await problem({ ...own.connection, database: 'absent' })).toContain(
    'Create the database, or correct its name in DATABASE_URL',
  )
  expect(await problem({ connectionString: 'postgres://user:hidden-word@127.0.0.1:1/x' })).toMatch(
    /cannot be reached: .*Is the server running/,
  )
})
