import { expect, test } from 'vitest'
import { isBelievable, parseDeviceTime } from './index.ts'

const shanghai = 'Asia/Shanghai'
const receivedAt = new Date('2026-11-27T16:40:00.000Z')

test.each([
  ['2026-11-28T00:38:42', '2026-11-27T16:38:42.000Z'],
  ['2026-11-28 00:38:42', '2026-11-27T16:38:42.000Z'],
  ['2026-11-28T00:38:42.5', '2026-11-27T16:38:42.500Z'],
  ['2026-11-28 00:38', '2026-11-27T16:38:00.000Z'],
  ['20261128T003842', '2026-11-27T16:38:42.000Z'],
  ['2026-11-28T00:38:42+08:00', '2026-11-27T16:38:42.000Z'],
  ['2026-11-28T00:38:42+0800', '2026-11-27T16:38:42.000Z'],
  ['2026-11-27T06:38:42-10', '2026-11-27T16:38:42.000Z'],
  [' 2026-11-27t16:38:42,643z ', '2026-11-27T16:38:42.643Z'],
  [1795797522643, '2026-11-27T16:38:42.643Z'],
  [1795797522, '2026-11-27T16:38:42.000Z'],
  ['1795797522', '2026-11-27T16:38:42.000Z'],
  ['1795797522643', '2026-11-27T16:38:42.643Z'],
  [1795797522.643, '2026-11-27T16:38:42.643Z'],
  ['2026-11-27T24:00:00Z', '2026-11-28T00:00:00.000Z'],
  ['2026-11-27T24:00:00', '2026-11-27T16:00:00.000Z'],
  ['2028-02-29T10:00:00Z', '2028-02-29T10:00:00.000Z'],
])('%j is %s', (sent, at) => {
  expect(parseDeviceTime(sent, shanghai)?.toISOString()).toBe(at)
})

test('without a zone it is the time of the place, in summer as in winter', () => {
  expect(parseDeviceTime('2026-07-01T12:00:00', 'Europe/Berlin')?.toISOString()).toBe('2026-07-01T10:00:00.000Z')
  expect(parseDeviceTime('2026-12-01T12:00:00', 'Europe/Berlin')?.toISOString()).toBe('2026-12-01T11:00:00.000Z')
})

test.each(['0001-01-01T00:00:00Z', '1999-08-22T10:00:00Z', '2036-02-07T06:28:16Z', '2026-11-27T17:00:00Z'])(
  '%s is a time, but not believable',
  (sent) => {
    const at = parseDeviceTime(sent, shanghai)
    expect(at?.toISOString().slice(0, 19)).toBe(sent.slice(0, 19))
    expect(isBelievable(at ?? receivedAt, receivedAt)).toBe(false)
  },
)

test('a report that waited for months is believed, and so is a clock that is a minute ahead', () => {
  expect(isBelievable(new Date('2026-03-01T00:00:00Z'), receivedAt)).toBe(true)
  expect(isBelievable(new Date('2026-11-27T16:41:00Z'), receivedAt)).toBe(true)
})

test.each([
  'Device 5',
  '27/11/26 16:40:00',
  '11/12/26 08:00',
  '26-11-28 00:40',
  'Fri Nov 27 2026 16:40:00',
  '2026-02-30T10:00:00Z',
  '2027-02-29T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-11-27T25:00:00Z',
  '2026-11-27T24:00:01Z',
  '2026-11-27T10:60:00Z',
  '20261127',
  'rtc?',
  '+275760-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+08:00',
  '9999-12-31T23:59:59-08:00',
  '',
  '5',
  5,
  0,
  -1,
  Number.POSITIVE_INFINITY,
  Number.NaN,
  null,
  undefined,
  true,
  {},
  [],
])('%j is unknown', (sent) => {
  expect(parseDeviceTime(sent, shanghai)).toBeUndefined()
})
