import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createNotifications, listenerName, type Notifications } from './notifications.ts'

let server: TestDatabase
let client: pg.Client
let notifications: Notifications
const timing = { initialBackoffMs: 20, maxBackoffMs: 200, checkIntervalMs: 100, timeoutMs: 300 }
const log = pino({ level: 'silent' })

beforeAll(async () => {
  server = await testDatabase()
  client = new pg.Client(server.connection)
  await client.connect()
})
afterEach(() => notifications.stop())
afterAll(async () => {
  await client.end()
  await server.stop()
})

const connections = async (): Promise<number> =>
  (
    await client.query(`select 1 from pg_stat_activity where application_name = $1 and datname = current_database()`, [
      listenerName,
    ])
  ).rows.length
const drop = () =>
  client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()`,
    [listenerName],
  )
const subscriber = () => {
  const calls = { payloads: [] as string[], reconnects: 0 }
  return {
    calls,
    onNotification: (payload: string) => void calls.payloads.push(payload),
    onReconnect: () => void calls.reconnects++,
  }
}

test('one connection serves every channel, for subscribers from before and after the start', async () => {
  notifications = createNotifications(server.connection, log, timing)
  const [one, two, three] = [subscriber(), subscriber(), subscriber()]
  notifications.subscribe('a', one)
  await notifications.start()
  expect(notifications.listening()).toBe(true)
  const leave = notifications.subscribe('b', two)
  notifications.subscribe('a', three)
  await vi.waitFor(() => expect([one.calls.reconnects, two.calls.reconnects, three.calls.reconnects]).toEqual([1, 1, 1]))
  await client.query(`select pg_notify('a', '1'), pg_notify('b', '2')`)
  await vi.waitFor(() => expect([one.calls.payloads, two.calls.payloads, three.calls.payloads]).toEqual([['1'], ['2'], ['1']]))
  leave()
  await client.query(`select pg_notify('b', '3'), pg_notify('a', '4')`)
  await vi.waitFor(() => expect(one.calls.payloads).toEqual(['1', '4']))
  expect(two.calls.payloads).toEqual(['2'])
  expect(await connections()).toBe(1)
})

test('however often the connection is lost, there is only one, and every subscriber is told to reload each time', async () => {
  notifications = createNotifications(server.connection, log, timing)
  const one = subscriber()
  notifications.subscribe('a', one)
  await notifications.start()
  for (let lost = 1; lost <= 10; lost++) {
    await drop()
    await vi.waitFor(() => expect(one.calls.reconnects).toBe(lost + 1), { timeout: 5_000, interval: 10 })
    expect(await connections()).toBeLessThanOrEqual(1)
  }
  await client.query(`select pg_notify('a', 'still')`)
  await vi.waitFor(() => expect(one.calls.payloads).toEqual(['still']))
})

test('an unreachable server is retried with growing pauses and one attempt at a time', async () => {
  let attempts = 0
  let open = 0
  let most = 0
  const refusing = createServer((socket) => {
    attempts++
    most = Math.max(most, ++open)
    socket.on('close', () => open--)
    socket.destroy()
  })
  const port = await listen(refusing)
  notifications = createNotifications({ ...server.connection, host: '127.0.0.1', port }, log, timing)
  await notifications.start()
  expect(notifications.listening()).toBe(false)
  await delay(1_500)
  // 20, 40, 80, 160, then 200 ms, each shortened at random by up to half.
  expect(attempts).toBeGreaterThan(4)
  expect(attempts).toBeLessThan(20)
  expect(most).toBe(1)
  refusing.close()
})

test('a dead connection is detected and replaced', async () => {
  const { host = '', port = 5432 } = server.connection
  const pairs: [Socket, Socket][] = []
  let dead = false
  const proxy = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    pairs.push([near, far])
    near.on('data', (data) => void (dead ? undefined : far.write(data)))
    far.on('data', (data) => void (dead ? undefined : near.write(data)))
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => far.destroy())
  })
  const one = subscriber()
  notifications = createNotifications({ ...server.connection, host: '127.0.0.1', port: await listen(proxy) }, log, timing)
  notifications.subscribe('a', one)
  await notifications.start()
  expect(notifications.listening()).toBe(true)
  dead = true
  await vi.waitFor(() => expect(notifications.listening()).toBe(false), { timeout: 5_000, interval: 20 })
  dead = false
  await vi.waitFor(() => expect(notifications.listening()).toBe(true), { timeout: 5_000, interval: 20 })
  expect(one.calls.reconnects).toBe(2)
  await vi.waitFor(async () => expect(await connections()).toBe(1))
  await notifications.stop()
  proxy.close()
})

const listen = (which: Server): Promise<number> =>
  new Promise((resolve) => {
    which.listen(0, '127.0.0.1', () => {
      const address = which.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
