import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('the wait doubles up to a limit, with jitter', () => {
  expect([0, 1, 2, 9, 99].map((attempt) => backoffMs(attempt, () => 1))).toEqual([500, 1000, 2000, 15_000, 15_000])
  expect(backoffMs(1, () => 0)).toBe(500)
})
