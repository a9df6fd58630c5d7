import { expect, test } from 'vitest'
import { copyText, copyTime } from './copy-in.ts'

test('a time is written as toISOString does', () => {
  const times = ['1970-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z', '2024-02-29T09:08:07.060Z', '9999-12-31T23:59:59.999Z']
  for (const time of times) expect(copyTime(new Date(time))).toBe(time)
  // The day before and after each other, so that a remembered day is not used for another.
  const start = Date.parse('2026-11-22T23:59:59.990Z')
  for (const step of [1, -1, 61_001, 3_599_999, 86_399_993])
    for (let index = 0; index < 50; index++) {
      const time = new Date(start + index * step)
      expect(copyTime(time)).toBe(time.toISOString())
    }
})

test('characters with a meaning in COPY are escaped', () => {
  expect(copyText('a\\b\tc\nd\re')).toBe('a\\\\b\\tc\\nd\\re')
  expect(copyText(null)).toBe('\\N')
})
