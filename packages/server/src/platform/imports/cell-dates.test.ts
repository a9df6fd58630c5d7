import { expect, test } from 'vitest'
import { dateText } from './cell-dates.ts'

const zones = ['Asia/Shanghai', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati']

test.each<[string | number, string]>([
  [46_539, '2027-06-01'],
  [46_539.5, '2027-06-01'],
  [1, '1900-01-01'],
  ['2027-06-01', '2027-06-01'],
  [' 2027/6/1 ', '2027-06-01'],
  ['2027.6.1', '2027-06-01'],
  ['2027年6月1日', '2027-06-01'],
  ['2027年6月1日8:00', '2027-06-01'],
  ['２０２７-０６-０１', '2027-06-01'],
  [20_270_601, '2027-06-01'],
  ['20270601', '2027-06-01'],
  ['2027-06-01 00:00:00', '2027-06-01'],
  ['2027-06-01 00:00:00.0', '2027-06-01'],
  ['2027-06-01T00:00:00.000', '2027-06-01'],
  ['2027-06-01 上午8:00', '2027-06-01'],
  ['2027-06-01 11:05 PM', '2027-06-01'],
  // Ambiguous, or no day at all: left for the schema to refuse.
  ['6/1/2027', '6/1/2027'],
  ['2027-02-30', '2027-02-30'],
  ['2027-06-01 13:05 PM', '2027-06-01 13:05 PM'],
  ['Device 5', 'Device 5'],
  ['May 5', 'May 5'],
])('the day shown in a cell, %s, is the day read in every zone', (cell, day) => {
  for (const timeZone of zones) expect(dateText(cell, 'date', { timeZone, date1904: false })).toBe(day)
})

test('numbers of workbooks that count from 1904', () => {
  expect(dateText(0, 'date', { timeZone: 'UTC', date1904: true })).toBe('1904-01-01')
  expect(dateText(45_077, 'date', { timeZone: 'UTC', date1904: true })).toBe('2027-06-01')
})

test.each([
  ['2027-05-31T16:00:00.000Z', 'Asia/Shanghai', '2027-06-01'],
  ['2027-05-31T16:00:00.000Z', 'UTC', '2027-05-31'],
  ['2027-06-01T00:00:00+08:00', 'Asia/Shanghai', '2027-06-01'],
  ['2027-06-01 00:00:00.0+0800', 'Asia/Shanghai', '2027-06-01'],
])('the instant %s is a day of the site, in %s %s', (cell, timeZone, day) => {
  expect(dateText(cell, 'date', { timeZone, date1904: false })).toBe(day)
})

test.each<[string | number, string]>([
  [46_539.420543981476, '2027-06-01T02:05:35.000Z'],
  ['2027-06-01 10:05:35', '2027-06-01T02:05:35.000Z'],
  ['2027/6/1 9:05', '2027-06-01T01:05:00.000Z'],
  ['2027-06-01T02:05:35Z', '2027-06-01T02:05:35.000Z'],
  ['2027年6月1日 10:05:35', '2027-06-01T02:05:35.000Z'],
  ['2027-06-01 10:05:35.0', '2027-06-01T02:05:35.000Z'],
  ['2027-06-01 10:05:35.25', '2027-06-01T02:05:35.250Z'],
  ['2027-06-01 10:05 AM', '2027-06-01T02:05:00.000Z'],
  ['2027-06-01 12:05 a.m.', '2027-05-31T16:05:00.000Z'],
  ['2027-06-01 下午2:05', '2027-06-01T06:05:00.000Z'],
  // Daylight saving time, and the time of the place before there were zones.
  ['1988-07-01 12:00:00', '1988-07-01T03:00:00.000Z'],
  ['1900-01-01 12:00:00', '1900-01-01T03:54:17.000Z'],
])('a time in a cell, %s, is a time of the site', (cell, instant) => {
  expect(dateText(cell, 'date-time', { timeZone: 'Asia/Shanghai', date1904: false })).toBe(instant)
})
