import { expect, test } from 'vitest'
import { daysLeft } from './expiry.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T12:00:01Z', 1],
  ['2026-11-21T12:00:00Z', 1],
  ['2026-11-21T12:00:01Z', 2],
  ['2026-12-20T12:00:00Z', 30],
  ['2026-11-20T12:00:00Z', 0],
  ['2026-11-20T11:00:00Z', 0],
  ['2026-11-18T11:00:00Z', -2],
])('%s: %d days', (expiresAt, days) => {
  expect(daysLeft(expiresAt, now)).toBe(days)
})
