import { expect, test } from 'vitest'
import { monthOf, plusDays, plusMonths, weeksOf } from './calendar-days.ts'

test('weeks begin on Monday, are whole, and cover the month', () => {
  const weeks = weeksOf('2026-11')
  expect(weeks[0]?.[0]).toBe('2026-10-26')
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06')
  // A month that starts on a Monday and ends on a Sunday includes no days of other months.
  expect(weeksOf('2027-02').map((week) => [week[0], week[6]])).toEqual([
    ['2027-02-01', '2027-02-07'],
    ['2027-02-08', '2027-02-14'],
    ['2027-02-15', '2027-02-21'],
    ['2027-02-22', '2027-02-28'],
  ])
  expect(weeks.flat().length).toBeLessThanOrEqual(42)
})

test('months and days pass the end of a year', () => {
  expect([plusMonths('2026-12', 1), plusMonths('2026-01', -1), plusDays('2026-12-31', 1)]).toEqual([
    '2027-01',
    '2025-12',
    '2027-01-01',
  ])
})

test('the month of an address is valid, or else the current one', () => {
  expect([monthOf('2027-02', '2026-11-22'), monthOf('2027-13', '2026-11-22'), monthOf(undefined, '2026-11-22')]).toEqual([
    '2027-02',
    '2026-11',
    '2026-11',
  ])
})
