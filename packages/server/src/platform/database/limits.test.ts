import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { openDatabase } from './database.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await testDatabase()
})
afterAll(() => server.stop())

test('a query that times out fails, and its connection is never used again', async () => {
  const database = openDatabase({ ...server.connection, max: 1, query_timeout: 300 })
  const before = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)
  const from = performance.now()
  await expect(sql`select pg_sleep(3)`.execute(database.kysely)).rejects.toThrow('timeout')
  const after = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.kysely)
  expect(performance.now() - from).toBeLessThan(2_500)
  expect(after.rows[0]?.pid).not.toBe(before.rows[0]?.pid)
  await database.close()
})

test('the server itself cancels slow statements, and idle transactions that hold locks', async () => {
  const database = openDatabase({
    ...server.connection,
    max: 2,
    statement_timeout: 200,
    idle_in_transaction_session_timeout: 200,
  })
  await expect(sql`select pg_sleep(3)`.execute(database.kysely)).rejects.toMatchObject({ code: '57014' })
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('lock table setting')
  await vi.waitFor(() => sql`select from setting`.execute(database.kysely), { timeout: 5_000 })
  client.release(true)
  await database.close()
})
