import type { AlarmRow } from '@emberwatch/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Announced } from './announced.ts'
import { announce, dismissLesser, forgetQueue, learn, quieten, settle, unquieten, useQueue } from './queue.store.ts'

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
const alarm = (id: number, level: Announced['level'] = 'fire'): Announced => row(id, { level })

/** What the list of open alarms answers now; fires sound unless the server says otherwise. */
const answer = (list: readonly AlarmRow[], more: { complete?: boolean; sounding?: readonly number[] } = {}, kept = true) =>
  learn(
    {
      list: [...list],
      total: list.length,
      unconfirmed: list.length,
      complete: true,
      sounding: list.filter(({ level, state }) => level === 'fire' && state === 'unconfirmed').map(({ id }) => id),
      updatedAt: Date.now(),
      failed: undefined,
      retry: () => {},
      ...more,
    },
    kept,
  ).map(({ id }) => id)
const waiting = () => [...useQueue.getState().waiting.keys()]
const sounding = () => [...useQueue.getState().sounding]
const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

beforeEach(() => {
  vi.useFakeTimers()
  forgetQueue()
})
afterEach(() => vi.useRealTimers())

test('after a reload every open unconfirmed fire waits and sounds; what somebody has taken does not, nor what is less than a fire', () => {
  expect(answer([row(1), row(2), row(3, { state: 'confirmed' }), row(4, { level: 'warning' })])).toEqual([])
  expect([waiting(), sounding()]).toEqual([
    [1, 2],
    [1, 2],
  ])
})

test('what this person has muted waits in silence; the next fire sounds', () => {
  answer([row(1), row(2)], { sounding: [] })
  expect([waiting(), sounding()]).toEqual([[1, 2], []])
  expect(announce(alarm(3))).toBe(true)
  expect(sounding()).toEqual([3])
})

test('a mute is heard at once, outlives the answer that was on its way, and gives way when the server refuses it', () => {
  answer([row(1)])
  quieten([1])
  expect(sounding()).toEqual([])
  answer([row(1)])
  expect(sounding()).toEqual([])
  unquieten([1])
  expect(sounding()).toEqual([1])
})

test('on the server the mute counts: once it says that a fire sounds, it sounds', () => {
  answer([row(1)])
  quieten([1])
  later(11)
  answer([row(1)])
  expect(sounding()).toEqual([1])
})

test('whoever has signed in as somebody else mutes this window alone, and that holds', () => {
  answer([row(1)], {}, false)
  quieten([1])
  later(60)
  answer([row(1)], {}, false)
  expect(sounding()).toEqual([])
})

test('an alarm is announced once, and one that somebody has acted on leaves at once', () => {
  expect([announce(alarm(1)), announce(alarm(1))]).toEqual([true, false])
  settle(1)
  expect([waiting(), sounding()]).toEqual([[], []])
  // The answer that was on its way does not know.
  answer([row(1)])
  expect([waiting(), sounding()]).toEqual([[], []])
})

test('one that is raised again waits and sounds again, although it was muted and taken', () => {
  announce(alarm(1))
  quieten([1])
  settle(1)
  expect(announce(alarm(1), true)).toBe(true)
  expect([waiting(), sounding()]).toEqual([[1], [1]])
  answer([])
  expect([waiting(), sounding()]).toEqual([[1], [1]])
})

test('raised again while its confirmation was never heard: it is announced all the same', () => {
  announce(alarm(1))
  expect(announce(alarm(1), true)).toBe(true)
})

test('a list that was on its way takes no new fire away; a later one does, for somebody has taken it unheard', () => {
  announce(alarm(1))
  answer([])
  expect([waiting(), sounding()]).toEqual([[1], [1]])
  later(11)
  answer([])
  expect([waiting(), sounding()]).toEqual([[], []])
})

test('a lesser alarm is new when a whole list did not have it before', () => {
  expect(answer([row(1, { level: 'warning' })])).toEqual([])
  expect(answer([row(1, { level: 'warning' }), row(2, { level: 'notice' })])).toEqual([2])
})

test('of more than a list holds, the newer ones stay although they are not in it, and the silent count sounds', () => {
  announce(alarm(900))
  later(60)
  answer([row(1), row(2)], { complete: false, sounding: [1, 2, 800, 900] })
  expect([waiting(), sounding()]).toEqual([
    [900, 1, 2],
    [1, 2, 800, 900],
  ])
})

test('hiding takes lesser alarms away and no fire', () => {
  announce(alarm(1))
  announce(alarm(2, 'warning'))
  dismissLesser()
  expect(waiting()).toEqual([1])
})
