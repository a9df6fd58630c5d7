import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FullRead } from './full-read.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const later = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

test('in a storm, everything is read every fifteen seconds, and at once after missed events', () => {
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

test('a complete short list counts as a full read, unless it may be older than the missed events', () => {
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

test('a failed read is due with the next answer, even in the first seconds of a page', () => {
  const full = new FullRead()
  full.begin()
  full.failed()
  expect(full.isDue).toBe(true)
})

test('an answer knows that another read has started since', () => {
  const full = new FullRead()
  const isNewest = full.begin()
  later(1)
  expect(isNewest()).toBe(true)
  full.missed()
  full.begin()
  expect(isNewest()).toBe(false)
})
