import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openDatabase, type Database } from './database/database.ts'
import { createNotifications, type Notifications } from './database/notifications.ts'
import type { Viewer } from './live-audience.ts'
import type { Listener, LiveFrame } from './live-group.ts'
import { createLiveHub, type LiveHub } from './live-hub.ts'
import { liveChannel } from './transact.ts'

/** Nothing waits for a transaction that commits late, none of its events are lost, and missed events come before new ones. */

let server: TestDatabase
let database: Database
let notifications: Notifications
let hub: LiveHub
const log = pino({ level: 'silent' })
const late: pg.Client[] = []

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase({ ...server.connection, max: 4 })
})
beforeEach(async () => {
  notifications = createNotifications(server.connection, log)
  await notifications.start()
  hub = createLiveHub(notifications, database.kysely, database.kysely, log)
  await hub.start()
})
afterEach(async () => {
  await hub.stop()
  await notifications.stop()
  await Promise.all(late.splice(0).map((client) => client.end()))
})
afterAll(async () => {
  await database.close()
  await server.stop()
})

const insert = (kind: string, from: number, to = from) => `
  insert into live_event (path, kind, object_id, change, data)
  select '1', '${kind}', n::text, 'raised', '{}' from generate_series(${from}, ${to}) n`
const emit = async (kind: string, from: number, to = from): Promise<void> => {
  await database.pool.query(`${insert(kind, from, to)}; select pg_notify('${liveChannel}', '')`)
}
/** A transaction that has taken its event's id and stays open. */
const begin = async (id: number): Promise<pg.Client> => {
  const client = new pg.Client(server.connection)
  await client.connect()
  late.push(client)
  await client.query('begin')
  await client.query(insert('alarm', id))
  return client
}
const commit = (client: pg.Client) => client.query(`select pg_notify('${liveChannel}', ''); commit`)

const anybody: Viewer = {
  scope: { kind: 'system' },
  accountId: 1,
  companyPath: '1',
  devices: new Set(),
  projects: new Set(),
  hidden: [],
}
const listenerOf = (deliver: Listener['deliver']): Listener => ({ session: '', deliver, end: () => undefined })

const join = async (cursor: string | null = null) => {
  const received = { ids: [] as number[], changes: [] as string[], cursor: '', leave: () => undefined as void }
  const listener = listenerOf(({ events, cursor: at }) => {
    received.ids.push(...events.map(({ id }) => Number(id)))
    received.changes.push(...events.map(({ change }) => change))
    received.cursor = at
    return true
  })
  const { leave } = await hub.join(listener, anybody, cursor)
  received.leave = leave
  return received
}

test('a fire does not wait for a transaction that still holds an earlier id, and a console that resumes gets the late one, once', async () => {
  const received = await join()
  const slow = await begin(1)
  const from = performance.now()
  await emit('alarm', 2)
  await vi.waitFor(() => expect(received.ids).toEqual([2]), { timeout: 5_000, interval: 5 })
  expect(performance.now() - from).toBeLessThan(1_000)
  // Longer than any fixed timeout ever used here.
  await delay(11_000)
  await emit('alarm', 3)
  await vi.waitFor(() => expect(received.ids).toEqual([2, 3]))
  const { cursor } = received
  received.leave()
  await commit(slow)
  await emit('alarm', 4)
  const again = await join(cursor)
  await vi.waitFor(() => expect(again.ids.toSorted((a, b) => a - b)).toEqual([1, 4]))
  const fresh = await join(again.cursor)
  await delay(300)
  expect(fresh.ids).toEqual([])
})

test('the late one reaches connected consoles', async () => {
  const received = await join()
  const slow = await begin(11)
  await emit('alarm', 12)
  await vi.waitFor(() => expect(received.ids).toEqual([12]))
  await commit(slow)
  await vi.waitFor(() => expect(received.ids).toEqual([12, 11]))
})

test('a process that started meanwhile does not miss it either', async () => {
  const slow = await begin(15)
  await emit('alarm', 16)
  const young = createLiveHub(notifications, database.kysely, database.kysely, log)
  await young.start()
  const ids: number[] = []
  const deliver: Listener['deliver'] = ({ events }) => ids.push(...events.map(({ id }) => Number(id))) >= 0
  await young.join(listenerOf(deliver), anybody, null)
  await commit(slow)
  await vi.waitFor(() => expect(ids).toEqual([15]))
  await young.stop()
})

test('a rolled-back id is given up as soon as no transaction can hold it, and the cursor moves on', async () => {
  const received = await join()
  const slow = await begin(21)
  await emit('alarm', 22)
  await vi.waitFor(() => expect(received.cursor).toContain('-'))
  await slow.query('rollback')
  await vi.waitFor(
    async () => {
      await emit('order', 23)
      expect(received.cursor).toMatch(/^\d+\./)
    },
    { timeout: 15_000, interval: 500 },
  )
})

test('a storm of more than one read after such an id reaches everybody', async () => {
  const received = await join()
  await begin(31)
  await emit('order', 1, 12_000)
  await emit('alarm', 99_999)
  await vi.waitFor(() => expect(received.ids).toContain(99_999), { timeout: 10_000, interval: 20 })
  expect(received.ids).toHaveLength(12_001)
})

// Alarms are sent at once. Orders wait for the next frame of the consoles already there.
test.for(['alarm', 'order'])(
  'missed events come before those that happen while a console resumes (%s), each once',
  { timeout: 20_000 },
  async (kind) => {
    const first = await join()
    await emit('alarm', 1)
    await vi.waitFor(() => expect(first.ids).toEqual([1]))
    first.leave()
    for (let round = 0; round < 10; round++) {
      const cursor = (await join()).cursor
      await emit(kind, 100, 140)
      const emitting = (async () => {
        for (let id = 200; id < 220; id++) await emit(kind, id)
      })()
      const again = await join(cursor)
      await emitting
      const expected = [
        ...Array.from({ length: 41 }, (_, index) => 100 + index),
        ...Array.from({ length: 20 }, (_, index) => 200 + index),
      ]
      await vi.waitFor(() => expect(again.ids).toHaveLength(expected.length), { timeout: 5_000 })
      expect(again.ids).toEqual(expected)
      again.leave()
    }
  },
)

test('viewers who see the same get the same bytes, and events for one account go only to it, in order', async () => {
  const frames: LiveFrame[][] = [[], [], []]
  for (const [index, accountId] of [1, 2, 2].entries())
    await hub.join(
      listenerOf((frame) => (frames[index] ?? []).push(frame) > 0),
      { ...anybody, accountId },
      null,
    )
  const message =
    "insert into live_event (path, account_id, kind, object_id, change, data) values ('', 2, 'message', '52', 'new', '{}')"
  await database.pool.query(`${insert('order', 51)}; ${message}; ${insert('order', 53)}; select pg_notify('${liveChannel}', '')`)
  await vi.waitFor(() => {
    const ids = frames.map((each) => each.flatMap(({ events }) => events.map(({ id }) => Number(id))))
    expect(ids).toEqual([
      [51, 53],
      [51, 52, 53],
      [51, 52, 53],
    ])
  })
  await emit('alarm', 54)
  await vi.waitFor(() => expect(frames.map((each) => each.at(-1)?.events.at(-1)?.id)).toEqual(['54', '54', '54']))
  const bytes = frames.map((each) => each.at(-1)?.bytes)
  expect(bytes[0]).toBe(bytes[1])
  expect(bytes[0]).toBe(bytes[2])
})

test('when rights change while events are under way, nothing is lost or repeated', async () => {
  const received: number[] = []
  const deliver: Listener['deliver'] = ({ events }) =>
    received.push(...events.filter(({ kind }) => kind !== 'refresh').map(({ id }) => Number(id))) >= 0
  const { change } = await hub.join(listenerOf(deliver), anybody, null)
  const other = await join()
  for (let id = 100; id < 160; id++) {
    await emit(id % 3 === 0 ? 'alarm' : 'order', id)
    change({ ...anybody, hidden: id % 2 === 0 ? ['message'] : [] })
  }
  await vi.waitFor(() => expect(other.ids).toHaveLength(60))
  await vi.waitFor(() => expect(received).toHaveLength(60))
  expect(received).toEqual(other.ids)
})

test('a cursor older than the stored events, from another database, or invalid makes the console reload everything', async () => {
  const settled = await join()
  await emit('alarm', 1)
  await vi.waitFor(() => expect(settled.ids).toEqual([1]))
  for (const cursor of ['999999999', 'x', '-1', '1-2-x']) {
    const received = await join(cursor)
    expect(received.changes).toEqual(['missed'])
    received.leave()
  }
  await database.pool.query('delete from live_event where id < (select max(id) from live_event)')
  expect((await join('1')).changes).toEqual(['missed'])
})
