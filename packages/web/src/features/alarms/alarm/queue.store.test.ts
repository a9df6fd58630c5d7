import type { AlarmRow } from '@emberwatch/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QueuedAlarm } from './queued-alarm.ts'
import {
  changeQueue,
  countFires,
  countTests,
  dismissLesser,
  foldByHand,
  foldedAlarm,
  isNewFireWaiting,
  resetQueue,
  syncWithList,
  muteLocally,
  removeAlarm,
  undoMute,
  useQueue,
} from './queue.store.ts'

const row = (id: number, more: Partial<AlarmRow> = {}) =>
  ({
    id,
    state: 'unconfirmed',
    level: 'fire',
    test: false,
    raisedAt: '2026-01-01T00:00:00.000Z',
    acknowledgeDueAt: null,
    ...more,
  }) as AlarmRow
const alarm = (id: number, level: QueuedAlarm['level'] = 'fire'): QueuedAlarm => row(id, { level })

/** What the list of open alarms returns now. Fires sound unless the server says otherwise. */
const answer = (
  list: readonly AlarmRow[],
  more: { complete?: boolean; sounding?: readonly number[]; tests?: readonly number[] } = {},
  kept = true,
) =>
  syncWithList(
    {
      list: [...list],
      complete: true,
      sounding: list.filter(({ level, state, test }) => level === 'fire' && !test && state === 'unconfirmed').map(({ id }) => id),
      soundingLesser: [],
      tests: [],
      updatedAt: Date.now(),
      ...more,
    },
    kept,
  ).map(({ id }) => id)
const addAlarm = (added: QueuedAlarm, again = false) => changeQueue([{ alarm: added, again }]).length > 0
const waiting = () => [...useQueue.getState().waiting.keys()]
const sounding = () => [...useQueue.getState().sounding]
const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

beforeEach(() => {
  vi.useFakeTimers()
  resetQueue()
})
afterEach(() => vi.useRealTimers())

test('after a reload every open unconfirmed fire waits and sounds; confirmed ones and lesser alarms do not', () => {
  expect(answer([row(1), row(2), row(3, { state: 'confirmed' }), row(4, { level: 'warning' })])).toEqual([])
  expect([waiting(), sounding()]).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('what this user has muted waits in silence; the next fire sounds', () => {
  answer([row(1), row(2)], { sounding: [] })
  expect([waiting(), sounding()]).toEqual([[1, 2], []])
  expect(addAlarm(alarm(3))).toBe(true)
  expect(sounding()).toEqual([3])
})

test('a mute works immediately, outlives an answer that was on its way, and is undone if the server rejects it', () => {
  answer([row(1)])
  muteLocally([1])
  expect(sounding()).toEqual([])
  answer([row(1)])
  expect(sounding()).toEqual([])
  undoMute([1])
  expect(sounding()).toEqual([1])
})

test('the server’s mutes count: once it says that a fire sounds, it sounds', () => {
  answer([row(1)])
  muteLocally([1])
  later(11)
  answer([row(1)])
  expect(sounding()).toEqual([1])
})

test('somebody signed in as another user mutes only this window, and that lasts', () => {
  answer([row(1)], {}, false)
  muteLocally([1])
  later(60)
  answer([row(1)], {}, false)
  expect(sounding()).toEqual([])
})

test('an alarm is added once, and one that somebody has acted on leaves immediately', () => {
  expect([addAlarm(alarm(1)), addAlarm(alarm(1))]).toEqual([true, false])
  removeAlarm(1)
  expect([waiting(), sounding()]).toEqual([[], []])
  // The answer that was on its way does not include it yet.
  answer([row(1)])
  expect([waiting(), sounding()]).toEqual([[], []])
})

test('an alarm that is raised again waits and sounds again, although it was muted and confirmed', () => {
  addAlarm(alarm(1))
  muteLocally([1])
  removeAlarm(1)
  expect(addAlarm(alarm(1), true)).toBe(true)
  expect([waiting(), sounding()]).toEqual([[1], [1]])
  answer([])
  expect([waiting(), sounding()]).toEqual([[1], [1]])
})

test('raised again while its confirmation was missed: it is still announced', () => {
  addAlarm(alarm(1))
  expect(addAlarm(alarm(1), true)).toBe(true)
})

test('a list that was on its way removes no new fire; a later one does, because somebody has confirmed it meanwhile', () => {
  addAlarm(alarm(1))
  answer([])
  expect([waiting(), sounding()]).toEqual([[1], [1]])
  later(11)
  answer([])
  expect([waiting(), sounding()]).toEqual([[], []])
})

test('a lesser alarm is new if a complete list did not have it before', () => {
  expect(answer([row(1, { level: 'warning' })])).toEqual([])
  expect(answer([row(1, { level: 'warning' }), row(2, { level: 'notice' })])).toEqual([2])
})

test('if there are more than a list holds, the newer ones stay although they are not in it, and unlisted ones still sound', () => {
  addAlarm(alarm(900))
  later(60)
  answer([row(1), row(2)], { complete: false, sounding: [1, 2, 800, 900] })
  expect([waiting(), sounding()]).toEqual([
    [900, 1, 2],
    [1, 2, 800, 900],
  ])
})

test('hiding removes lesser alarms and no fire', () => {
  addAlarm(alarm(1))
  addAlarm(alarm(2, 'warning'))
  dismissLesser()
  expect(waiting()).toEqual([1])
})

test('changes that come together apply in their order', () => {
  addAlarm(alarm(1))
  const change = (id: number, again = false) => ({ alarm: alarm(id), again })
  const added = changeQueue([change(2), change(1), { settled: 2 }, { settled: 1 }, change(1, true), change(3, false)])
  // An alarm that somebody acted on in the same frame is not announced.
  expect(added.map(({ id }) => id)).toEqual([1, 3])
  expect([waiting(), sounding(), useQueue.getState().latest?.id]).toEqual([[1, 3], [1, 3], 3])
  changeQueue([change(4), change(5), { settled: 5 }])
  expect(useQueue.getState().latest?.id).toBe(4)
})

test('ten thousand fires that come together are added in one step', () => {
  let steps = 0
  const leave = useQueue.subscribe(() => steps++)
  const fires = Array.from({ length: 10_000 }, (_, index) => ({ alarm: alarm(index + 1), again: false }))
  expect(changeQueue(fires)).toHaveLength(10_000)
  leave()
  expect([steps, waiting().length, sounding().length]).toEqual([1, 10_000, 10_000])
})

test('a folded queue names the latest fire: after a reload, once another is settled, and while lesser alarms come', () => {
  const named = () => foldedAlarm(useQueue.getState())?.id
  expect(named()).toBeUndefined()
  answer([row(1, { raisedAt: '2026-01-01T00:00:02.000Z' }), row(2, { raisedAt: '2026-01-01T00:00:01.000Z' })])
  expect(named()).toBe(1)
  addAlarm(alarm(3, 'warning'))
  expect(named()).toBe(1)
  addAlarm(alarm(4))
  expect(named()).toBe(4)
  removeAlarm(4)
  expect(named()).toBe(1)
  for (const id of [1, 2]) removeAlarm(id)
  expect(named()).toBe(3)
})

test('somebody signed in as another user mutes in this window only, and for no longer than they said', () => {
  answer([row(1), row(2)], {}, false)
  muteLocally([1], 5)
  muteLocally([2])
  later(299)
  answer([row(1), row(2)], {}, false)
  expect(sounding()).toEqual([])
  later(1)
  answer([row(1), row(2)], {}, false)
  expect(sounding()).toEqual([1])
})

test('after a reload in a storm the lesser alarms beyond those that the server names wait and sound as well', () => {
  const storm = Array.from({ length: 1_200 }, (_, id) => row(id, { level: 'warning' }))
  const listed = { list: storm, complete: true, sounding: [], tests: [], updatedAt: Date.now() }
  syncWithList({ ...listed, soundingLesser: storm.slice(0, 1_000).map(({ id }) => id) })
  expect([waiting().length, useQueue.getState().lesser.size]).toEqual([1_200, 1_200])
  resetQueue()
  syncWithList({ ...listed, soundingLesser: storm.slice(0, 999).map(({ id }) => id) })
  expect([waiting().length, useQueue.getState().lesser.size]).toEqual([999, 999])
})

test('a clock set back by an hour hides no fire and mutes none for that hour', () => {
  addAlarm(alarm(1))
  addAlarm(alarm(2))
  muteLocally([1])
  removeAlarm(2)
  vi.setSystemTime(Date.now() - 3_600_000)
  // The mute has ended on the server, and the second alarm was raised again without an event reaching this console.
  later(60)
  answer([row(1), row(2)])
  expect([waiting(), sounding()]).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('a folded queue knows whether a fire waits that was not there when it was folded, however that became known', () => {
  expect(isNewFireWaiting()).toBe(false)
  // Before the page was opened.
  answer([row(1)])
  expect(isNewFireWaiting()).toBe(true)
  foldByHand(true)
  expect([useQueue.getState().folded, isNewFireWaiting()]).toEqual([true, false])
  addAlarm(alarm(5, 'warning'))
  expect(isNewFireWaiting()).toBe(false)
  // While the connection was down.
  later(60)
  answer([row(1), row(2)])
  expect(isNewFireWaiting()).toBe(true)
  foldByHand(true)
  addAlarm(alarm(1), true)
  expect(isNewFireWaiting()).toBe(true)
  removeAlarm(1)
  expect(isNewFireWaiting()).toBe(false)
  foldByHand(false)
  expect(isNewFireWaiting()).toBe(true)
})

const tried = (id: number, more: Partial<AlarmRow> = {}) => row(id, { test: true, tried: true, ...more })
const named = () => foldedAlarm(useQueue.getState())?.id

test('a test of a person waits and is announced, but neither sounds nor counts, unfolds or is named before anything real', () => {
  addAlarm(alarm(1, 'warning'))
  expect(changeQueue([{ alarm: tried(2), again: false }]).map(({ id }) => id)).toEqual([2])
  const { waiting: all, lesser, latest, latestTest } = useQueue.getState()
  expect([waiting(), sounding(), [...lesser], countFires(all), countTests(all)]).toEqual([[1, 2], [], [1], 0, 1])
  expect([latest?.id, latestTest?.id, named(), isNewFireWaiting()]).toEqual([1, 2, 1, false])
  removeAlarm(1)
  expect(named()).toBe(2)
  // A failed mute brings no sound either.
  undoMute([2])
  expect([sounding(), [...useQueue.getState().lesser]]).toEqual([[], []])
})

test('a fire and a test that come together: the fire is announced as the latest', () => {
  changeQueue([alarm(1), tried(2)].map((one) => ({ alarm: one, again: false })))
  expect([useQueue.getState().latest?.id, useQueue.getState().latestTest?.id, named(), sounding()]).toEqual([1, 2, 1, [1]])
})

test('after a reload a test waits unless it was put aside; one of a site on test never does', () => {
  expect(answer([row(1), tried(2), tried(3), row(4, { test: true })], { tests: [2] })).toEqual([])
  expect([waiting(), sounding()]).toEqual([[1, 2], [1]])
  // Missed while the connection was down: it is announced once.
  expect(answer([row(1), tried(2), tried(5), row(6, { test: true })], { tests: [2, 5] })).toEqual([5])
  expect(answer([row(1), tried(2), tried(5)], { tests: [2, 5] })).toEqual([])
})

test('a test that is put aside stays away, also while an older answer is on its way', () => {
  changeQueue([{ alarm: tried(2), again: false }])
  muteLocally([2])
  dismissLesser()
  answer([tried(2)], { tests: [2] })
  expect(waiting()).toEqual([])
})
