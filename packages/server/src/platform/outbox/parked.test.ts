import { expect, test } from 'vitest'
import { createParked } from './parked.ts'

test('one is left out for a while, counted from the last time', () => {
  let now = 0
  const parked = createParked<number>(2_000, () => now)
  parked.park(1)
  now = 1_500
  parked.park(1)
  parked.park(2)
  now = 3_499
  expect(parked.keys()).toEqual([1, 2])
  now = 3_500
  expect(parked.keys()).toEqual([])
})
