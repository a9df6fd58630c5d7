import { connect, createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../testing/database.ts'
import { copyRows } from '../../../platform/database/copy-in.ts'
import { IngestConnection } from './ingest-connection.ts'

let server: TestDatabase
beforeAll(async () => {
  server = await testDatabase()
})
afterAll(() => server.stop())

test('waiting for it in vain does not affect its present user', async () => {
  const connection = new IngestConnection(server.connection)
  const long = connection.transaction(async (_tx, client) => void (await client.query('select pg_sleep(3)')))
  const waiting = connection.transaction(async () => undefined)
  await expect(waiting).rejects.toThrow('timeout')
  await long
  await connection.close()
})

test('a hanging transaction, whatever it is doing, is abandoned, and the next one succeeds', async () => {
  const connection = new IngestConnection(server.connection, { firstLimitMs: 500 })
  const from = performance.now()
  const hanging = connection.transaction(async (_tx, client) => {
    // No single query takes long.
    while (performance.now() - from < 20_000) await client.query('select pg_sleep(0.05)')
  })
  await expect(hanging).rejects.toThrow()
  expect(performance.now() - from).toBeLessThan(10_000)
  await connection.transaction(async (_tx, client) => void (await client.query('select 1')))
  await connection.close()
})

test('a dead connection is abandoned soon, also before the transaction has started', async () => {
  const { host = '', port = 5432 } = server.connection
  let dead = false
  const proxy = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    const carried = dead
    near.on('data', (data) => void (dead && !carried ? undefined : far.write(data)))
    far.on('data', (data) => void (dead && !carried ? undefined : near.write(data)))
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  const connection = new IngestConnection({
    ...server.connection,
    host: '127.0.0.1',
    port: (proxy.address() as AddressInfo).port,
  })
  const read = () => connection.transaction(async (_tx, client) => void (await client.query('select 1')))
  await read()
  dead = true
  const from = performance.now()
  await expect(read()).rejects.toThrow()
  expect(performance.now() - from).toBeLessThan(8_000)
  await read()
  await connection.close()
  proxy.close()
})

test('a slow database can finish: each abandoned attempt doubles the time of the next', async () => {
  const connection = new IngestConnection(server.connection, { firstLimitMs: 400 })
  const slow = () => connection.transaction(async (_tx, client) => void (await client.query('select pg_sleep(1)')))
  await expect(slow()).rejects.toThrow()
  await expect(slow()).rejects.toThrow()
  await slow()
  await slow()
  // Fast again: the short limit is back.
  await connection.transaction(async () => undefined)
  await expect(slow()).rejects.toThrow()
  await connection.close()
})

test('a process that freezes inside a transaction delays others for five seconds and no longer', async () => {
  const connection = new IngestConnection(server.connection)
  const limits: string[] = []
  await connection.transaction(async (_tx, client) => {
    const { rows } = await client.query<{ limit: string }>(
      `select current_setting('idle_in_transaction_session_timeout') as limit`,
    )
    limits.push(...rows.map(({ limit }) => limit))
  })
  await connection.close()
  expect(limits).toEqual(['5s'])
})

test('a transaction fails with the first error, even one of a statement that nobody awaits', async () => {
  const connection = new IngestConnection(server.connection)
  const rows: number[] = []
  await connection.transaction(async (_tx, client) => void (await client.query('create table counted (n integer)')))
  const failing = connection.transaction(async (_tx, client, later) => {
    later(client.query('insert into counted values (1)'))
    later(client.query('select 1 / 0'))
    later(client.query('insert into counted values (2)'))
    await client.query('insert into counted values (3)')
  })
  await expect(failing).rejects.toThrow('division by zero')
  const last = connection.transaction(async (_tx, client, later) => {
    later(client.query('insert into counted values (4)'))
    later(client.query('select 1 / 0'))
  })
  await expect(last).rejects.toThrow('division by zero')
  await connection.transaction(async (_tx, client, later) => {
    later(client.query('insert into counted values (5)'))
    later(copyRows(client, 'copy counted from stdin', ['6\n', '7\n']))
    later(client.query('insert into counted values (8)'))
  })
  await expect(
    connection.transaction(async (_tx, client, later) => {
      later(copyRows(client, 'copy counted from stdin', ['9\n', 'ten\n']))
      later(copyRows(client, 'copy counted from stdin', ['11\n']))
      await client.query('insert into counted values (12)')
    }),
  ).rejects.toThrow('invalid input syntax')
  await connection.transaction(async (_tx, client) => {
    const found = await client.query<{ n: number }>('select n from counted order by n')
    rows.push(...found.rows.map(({ n }) => n))
  })
  await connection.close()
  expect(rows).toEqual([5, 6, 7, 8])
})

test('a failure before the statement reaches the database fails the whole transaction', async () => {
  const connection = new IngestConnection(server.connection)
  await connection.transaction(async (_tx, client) => void (await client.query('create table kept (n integer)')))
  const failing = connection.transaction(async (_tx, client, later) => {
    later(client.query('insert into kept values (1)'))
    later(Promise.reject(new RangeError('Invalid time value')))
  })
  await expect(failing).rejects.toThrow('Invalid time value')
  let n: unknown
  await connection.transaction(async (_tx, client) => {
    n = (await client.query<{ n: number }>('select count(*)::int as n from kept')).rows[0]?.n
  })
  await connection.close()
  expect(n).toBe(0)
})
