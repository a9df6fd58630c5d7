import { expect, test } from 'vitest'
import { ageOf } from './age.ts'

test('what was read before the clock was set back is not the present', () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  expect(ageOf(now - 4_000, now)).toBe(4_000)
  // The clock of the page may be a second behind.
  expect(ageOf(now + 1_500, now)).toBe(0)
  expect(ageOf(now + 600_000, now)).toBeGreaterThan(60_000)
})
