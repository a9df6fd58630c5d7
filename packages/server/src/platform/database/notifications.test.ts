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
const timing = { firstPauseMs: 20, longestPauseMs: 200, checkEveryMs: 100, answerMs: 300 }
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
  const said = { heard: [] as string[], missed: 0 }
  return { said, heard: (payload: string) => void said.heard.push(payload), missed: () => void said.missed++ }
}

test('one connection carries every channel, to those who came before the start and after it', async () => {
  notifications = createNotifications(server.connection, log, timing)
  const [one, two, three] = [subscriber(), subscriber(), subscriber()]
  notifications.subscribe('a', one)
  await notifications.start()
  expect(notifications.listening()).toBe(true)
  const leave = notifications.subscribe('b', two)
  notifications.subscribe('a', three)
  await vi.waitFor(() => expect([one.said.missed, two.said.missed, three.said.missed]).toEqual([1, 1, 1]))
  await client.query(`select pg_notify('a', '1'), pg_notify('b', '2')`)
  await vi.waitFor(() => expect([one.said.heard, two.said.heard, three.said.heard]).toEqual([['1'], ['2'], ['1']]))
  leave()
  await client.query(`select pg_notify('b', '3'), pg_notify('a', '4')`)
  await vi.waitFor(() => expect(one.said.heard).toEqual(['1', '4']))
  expect(two.said.heard).toEqual(['2'])
  expect(await connections()).toBe(1)
})

test('however often it is lost there is one connection, and each time everybody reads again', async () => {
  notifications = createNotifications(server.connection, log, timing)
  const one = subscriber()
  notifications.subscribe('a', one)
  await notifications.start()
  for (let lost = 1; lost <= 10; lost++) {
    await drop()
    await vi.waitFor(() => expect(one.said.missed).toBe(lost + 1), { timeout: 5_000, interval: 10 })
    expect(await connections()).toBeLessThanOrEqual(1)
  }
  await client.query(`select pg_notify('a', 'still')`)
  await vi.waitFor(() => expect(one.said.heard).toEqual(['still']))
})

test('a server that cannot be reached is asked again, with growing pauses and one attempt at a time', async () => {
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
  // 20, 40, 80, 160, then 200 ms, each shortened by chance to a half at most.
  expect(attempts).toBeGreaterThan(4)
  expect(attempts).toBeLessThan(20)
  expect(most).toBe(1)
  refusing.close()
})

test('a line that carries nothing any more is found out and replaced', async () => {
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
  expect(one.said.missed).toBe(2)
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
