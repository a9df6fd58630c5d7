import { healthEveryMs, healthWarnings, type AlarmRow } from '@emberwatch/contract'
import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('idb-keyval', () => ({ createStore: () => undefined }))
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('document', { baseURI: 'http://127.0.0.1/m/', documentElement: {}, addEventListener: () => undefined })

const {
  heartbeatMs,
  isRinging,
  noteProblems: noteHealth,
  readAlarms,
  silencing,
  useWatched,
  waitingIn,
  warnings,
} = await import('./watch.ts')
const { beginSession } = await import('./session.ts')

const alarm = (id: number, other: Partial<AlarmRow> = {}) =>
  ({ id, state: 'unconfirmed', level: 'fire', test: false, ...other }) as AlarmRow
const answering = (list: AlarmRow[], total = list.length) =>
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 200, success: true, msg: '', data: { list, total, totalCapped: false } }),
  )

beforeEach(() => useWatched.setState({ answer: null, problem: null, unreadSince: null }))

test('the phone expects heartbeats as often as the server sends them', () => expect(heartbeatMs).toBe(healthEveryMs))

test('a server that says that alarms may not arrive is not said to be well; one with a warning is', () => {
  expect(warnings).toEqual(healthWarnings)
  noteHealth(['disk', 'delivery'])
  expect(useWatched.getState().isTroubled).toBe(false)
  noteHealth(['disk', 'database'])
  expect(useWatched.getState().isTroubled).toBe(true)
  noteHealth([])
  expect(useWatched.getState().isTroubled).toBe(false)
})

test('fires and other alarms that wait are counted; confirmed ones and tests are not', async () => {
  expect(waitingIn(useWatched.getState().answer)).toBeNull()
  answering([alarm(1), alarm(2, { level: 'warning' }), alarm(3, { test: true }), alarm(4, { state: 'confirmed' })])
  await readAlarms()
  const waiting = waitingIn(useWatched.getState().answer)
  expect(waiting).toMatchObject({ fires: [{ id: 1 }], waiting: [{ id: 1 }, { id: 2 }], more: false })
})

test('if more wait than were read, it is said', async () => {
  answering([alarm(1), alarm(2)], 230)
  await readAlarms()
  expect(waitingIn(useWatched.getState().answer)?.more).toBe(true)
  // What is missing are tests, which come last.
  answering([alarm(1), alarm(2), alarm(3, { test: true })], 230)
  await readAlarms()
  expect(waitingIn(useWatched.getState().answer)?.more).toBe(false)
})

test('an answer for the previous person is dropped', async () => {
  vi.stubGlobal('fetch', async () => {
    beginSession('of somebody else')
    return Response.json({ code: 200, success: true, msg: '', data: { list: [alarm(1)], total: 1, totalCapped: false } })
  })
  await readAlarms()
  expect(useWatched.getState().answer).toBeNull()
})

test.each([
  ['fails', async () => Response.json({ code: 500, success: false, msg: '', data: null }, { status: 500 })],
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a list that was read before is not said to be the present once the server %s', async (_how, fetch) => {
  answering([])
  await readAlarms()
  expect(useWatched.getState().unreadSince).toBeNull()
  vi.stubGlobal('fetch', fetch)
  await readAlarms()
  expect(useWatched.getState()).toMatchObject({ answer: { list: [] }, unreadSince: expect.any(Number) })
  answering([])
  await readAlarms()
  expect(useWatched.getState().unreadSince).toBeNull()
})

test('a fire that was silenced rings again if it is raised again', () => {
  const fire = alarm(1, { raisedAt: '2026-11-27T08:00:00.000Z' })
  const silenced = silencing([fire])
  expect(isRinging([fire], silenced)).toBe(false)
  expect(isRinging([{ ...fire, raisedAt: '2026-11-27T09:00:00.000Z' }], silenced)).toBe(true)
  expect(isRinging([fire, alarm(2)], silenced)).toBe(true)
})
