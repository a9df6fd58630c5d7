import { expect, test } from 'vitest'
import { durationInWords } from './duration.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

test.each([
  [0, '0 seconds'],
  [-5_000, '0 seconds'],
  [999, '0 seconds'],
  [1_000, '1 second'],
  [61_000, '1 minute 1 second'],
  [2 * minute, '2 minutes'],
  [3 * hour + 59_000, '3 hours'],
  [3 * day + 4 * hour + 50 * minute, '3 days 4 hours'],
  [day + 50 * minute, '1 day'],
])('%d ms: %s', (length, words) => {
  expect(durationInWords(length, 'en')).toBe(words)
})

test('in Chinese', () => {
  expect(durationInWords(3 * day + 4 * hour, 'zh')).toMatch(/^3\s?天 4\s?小时$/)
})
