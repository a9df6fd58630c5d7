import { expect, test } from 'vitest'
import { freshnessOf, type ScreenFacts, ageOf } from './freshness.ts'

const present: ScreenFacts = {
  isLoading: false,
  isFailed: false,
  readAge: 2_000,
  isLive: true,
  silence: 1_000,
  hasProblems: false,
}
const state = (facts: Partial<ScreenFacts>) => freshnessOf({ ...present, ...facts }).state

test('a screen is live only while everything has been read and the server is heard', () => {
  expect(state({})).toBe('live')
  expect(state({ isLive: false })).toBe('live')
  expect(state({ isLive: false, silence: 4_000 })).toBe('old')
  expect(state({ silence: 11_000 })).toBe('old')
  expect(state({ readAge: 26_000 })).toBe('old')
  expect(state({ hasProblems: true })).toBe('old')
  expect(state({ readAge: 61_000 })).toBe('hidden')
  expect(state({ isLoading: true, silence: 90_000 })).toBe('loading')
})

test('a read that failed is said at once, not when its last answer has grown old', () => {
  expect(state({ isFailed: true })).toBe('old')
  expect(freshnessOf({ ...present, isFailed: true })).toMatchObject({ isUnread: true, seconds: 2 })
})

test('what was read before the clock was set back is not the present', () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  expect(ageOf(now - 4_000, now)).toBe(4_000)
  // The clock of the page may be a second behind.
  expect(ageOf(now + 1_500, now)).toBe(0)
  expect(ageOf(now + 600_000, now)).toBeGreaterThan(60_000)
})
