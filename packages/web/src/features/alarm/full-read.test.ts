import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FullRead } from './full-read.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

test('in a storm all is read every fifteen seconds, and at once when events were missed', () => {
  const full = new FullRead()
  expect([full.isOwed, full.isDue]).toEqual([true, true])
  full.begin()
  later(14)
  expect([full.isOwed, full.isDue]).toEqual([false, false])
  full.missed()
  expect([full.isOwed, full.isDue]).toEqual([true, true])
  full.begin()
  later(15)
  expect([full.isOwed, full.isDue]).toEqual([false, true])
})

test('a short list that has all stands for a full read, but not if it may be older than what was missed', () => {
  const full = new FullRead()
  full.hadAll()
  expect(full.isDue).toBe(false)
  full.missed()
  later(1)
  full.hadAll()
  expect(full.isDue).toBe(true)
  later(15)
  full.hadAll()
  expect(full.isDue).toBe(false)
})

test('one that failed is due with the next answer, in the first seconds of a page as well', () => {
  const full = new FullRead()
  full.begin()
  full.failed()
  expect(full.isDue).toBe(true)
})

test('an answer knows that another was asked for since', () => {
  const full = new FullRead()
  const isNewest = full.begin()
  later(1)
  expect(isNewest()).toBe(true)
  full.missed()
  full.begin()
  expect(isNewest()).toBe(false)
})
