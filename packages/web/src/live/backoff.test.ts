import { expect, test } from 'vitest'
import { waitBefore } from './backoff.ts'

test('the wait doubles up to a limit and is spread by chance', () => {
  expect([0, 1, 2, 9, 99].map((attempt) => waitBefore(attempt, () => 1))).toEqual([500, 1000, 2000, 15_000, 15_000])
  expect(waitBefore(1, () => 0)).toBe(500)
})
