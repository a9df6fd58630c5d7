import { expect, test } from 'vitest'
import { alarmCode, parseAlarmCode } from './alarm.code.ts'

test.each([
  // 23:30 UTC is the next day in Shanghai, and still the same day in New York.
  ['2026-11-20T23:30:00.000Z', 'Asia/Shanghai', 'A20261121-000123'],
  ['2026-11-20T23:30:00.000Z', 'America/New_York', 'A20261120-000123'],
  ['2026-11-20T23:30:00.000Z', 'UTC', 'A20261120-000123'],
  ['2026-11-21T07:30:00.000+08:00', 'Asia/Shanghai', 'A20261121-000123'],
])('an alarm of %s in %s is numbered by the day there', (firstAt, timeZone, code) => {
  expect(alarmCode(123, firstAt, timeZone)).toBe(code)
})

test.each(['Asia/Shanghai', 'UTC', 'America/New_York', 'Pacific/Kiritimati', 'Etc/GMT+12'])(
  'and found again by it at any hour in %s',
  (timeZone) => {
    for (let hour = 0; hour < 48; hour++) {
      const firstAt = new Date(Date.UTC(2026, 10, 20, hour, 30)).toISOString()
      const found = parseAlarmCode(` ${alarmCode(12_345_678, firstAt, timeZone).toLowerCase()} `)
      expect(found?.id).toBe(12_345_678)
      expect(firstAt >= String(found?.from) && firstAt < String(found?.to), `${firstAt} in ${timeZone}`).toBe(true)
    }
  },
)

test.each(['', '123', 'A20261120', 'A20261320-000123', 'XA20261120-000123', 'A20261120-12x'])(
  '%j is no number of an alarm',
  (text) => {
    expect(parseAlarmCode(text)).toBeUndefined()
  },
)
