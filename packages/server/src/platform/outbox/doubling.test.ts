import { expect, test } from 'vitest'
import { doubling } from './doubling.ts'

test('a pause doubles up to its limit, however many failures there are', () => {
  expect([-1, 0, 1, 2, 3, 10, 5_000].map((failures) => doubling(5, 30, failures))).toEqual([5, 5, 10, 20, 30, 30, 30])
})
