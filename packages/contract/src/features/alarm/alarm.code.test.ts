import { expect, test } from 'vitest'
import { alarmCode, parseAlarmCode } from './alarm.code.ts'

test('an alarm is numbered by its UTC day and id, and found again by that', () => {
  expect(alarmCode(123, '2026-11-20T23:59:59.999Z')).toBe('A20261120-000123')
  expect(alarmCode(12_345_678, '2026-11-21T07:30:00.000+08:00')).toBe('A20261120-12345678')
  expect(parseAlarmCode(' a20261120-000123 ')).toEqual({ id: 123, day: '2026-11-20' })
})

test.each(['', '123', 'A20261120', 'A20261320-000123', 'XA20261120-000123', 'A20261120-12x'])(
  '%j is no number of an alarm',
  (text) => {
    expect(parseAlarmCode(text)).toBeUndefined()
  },
)
