import type { AlarmRow } from '@emberwatch/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Announced } from './announced.ts'
import { announce, fold, forgetPopup, learn, settle, silence, usePopup } from './popup.store.ts'

const row = (id: number, state: AlarmRow['state'] = 'unconfirmed') =>
  ({ id, state, level: 'fire', firstAt: '2026-01-01T00:00:00.000Z', acknowledgeDueAt: '2026-01-01T00:01:30.000Z' }) as AlarmRow
const alarm = (id: number): Announced => ({ ...row(id), acknowledgeDueAt: null })
const open = (ids: readonly number[], complete = true, updatedAt = Date.now()) => ({
  list: ids.map((id) => row(id)),
  total: ids.length,
  unconfirmed: ids.length,
  complete,
  updatedAt,
  failed: undefined,
  retry: () => {},
})
const shown = () => usePopup.getState().shown.map(({ id }) => id)
const missed = (...input: Parameters<typeof open>) => learn(open(...input)).map(({ id }) => id)

beforeEach(forgetPopup)

test('an alarm is announced once, unfolds the pop-up and ends the silence', () => {
  expect(announce(alarm(1))).toBe(true)
  fold(true)
  silence()
  expect(announce(alarm(1))).toBe(false)
  expect(usePopup.getState()).toMatchObject({ folded: true, silenced: true })
  announce(alarm(2))
  expect(usePopup.getState()).toMatchObject({ folded: false, silenced: false, latest: { id: 2 } })
})

test('one that somebody has acted on leaves, and does not come back', () => {
  announce(alarm(1))
  settle(1)
  expect(shown()).toEqual([])
  expect(announce(alarm(1))).toBe(false)
})

test('what was open from the beginning is not new; what appears later has been missed', () => {
  expect(missed([1, 2])).toEqual([])
  expect(missed([1, 2, 3])).toEqual([3])
})

test('a cut-off list proves nothing: an old alarm that moves up into it is not new', () => {
  expect(missed([1, 2], false)).toEqual([])
  expect(missed([2, 3], true)).toEqual([])
  expect(missed([2, 3, 4], true)).toEqual([4])
})

test('an event of an alarm that the first list held already still announces it', () => {
  learn(open([1]))
  expect(announce(alarm(1))).toBe(true)
})

test('the list takes away what was settled unheard, but not what has only just come', () => {
  vi.useFakeTimers()
  try {
    announce(alarm(1))
    expect(missed([])).toEqual([])
    expect(shown()).toEqual([1])
    vi.advanceTimersByTime(5_000)
    learn(open([]))
    expect(shown()).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
