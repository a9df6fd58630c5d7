import { expect, test } from 'vitest'
import { daysUntil } from './contract-end.ts'

test.each([
  ['2026-11-20', 0],
  ['2026-11-21', 1],
  ['2026-12-20', 30],
  ['2026-11-18', -2],
  ['2027-11-20', 365],
])('until %s: %d days, in the first and the last minute of the day alike', (lastDay, days) => {
  expect(daysUntil(lastDay, new Date(2026, 10, 20, 0, 1).getTime())).toBe(days)
  expect(daysUntil(lastDay, new Date(2026, 10, 20, 23, 59).getTime())).toBe(days)
})
