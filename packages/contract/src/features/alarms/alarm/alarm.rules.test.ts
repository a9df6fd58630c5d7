import { expect, test } from 'vitest'
import { alarmCode, parseAlarmCode, isNobodyNotified, notifiedLines } from './alarm.rules.ts'

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

const label = (enumeration: string, value: string): string => `${enumeration} ${value}`

test('who was notified in a round, who was not and why, by name or kind; a message names its channel even without a person', () => {
  const notified = [
    { kind: 'callList', name: 'Porter', channel: 'voice' },
    { kind: 'duty', name: null, channel: 'inSite' },
  ]
  const leftOut = [
    { kind: 'callList', name: 'Chief', channel: 'app', reason: 'noAddress' },
    { kind: 'role', name: null, channel: null, reason: 'nobody' },
  ]
  expect(notifiedLines({ told: notified, leftOut }, label)).toEqual([
    'Porter · notifyMethod voice',
    'notifyReceiver duty · notifyMethod inSite',
    'Chief · notifyMethod app · leftOutReason noAddress',
    'notifyReceiver role · leftOutReason nobody',
  ])
  expect(notifiedLines({ receiver: '', channel: 'sms', state: 'sent' }, label)).toEqual(['notifyMethod sms'])
  expect(notifiedLines({ receiver: 'Porter', channel: 'voice', reason: 'refused' }, label)).toEqual([
    'Porter · notifyMethod voice',
    'sendFailure refused',
  ])
  expect(notifiedLines({}, label)).toEqual([])
})

test('people of another company, who are not named, are counted', () => {
  const operator = { kind: 'duty', name: null, channel: 'voice' }
  const push = { ...operator, channel: 'app', reason: 'noAddress' }
  expect(notifiedLines({ told: [operator, operator], leftOut: [push, push, push] }, label)).toEqual([
    'notifyReceiver duty · notifyMethod voice × 2',
    'notifyReceiver duty · notifyMethod app · leftOutReason noAddress × 3',
  ])
})

test('a round with nobody to notify is not a notification', () => {
  const leftOut = [{ kind: 'callList', name: null, reason: 'nobody' }]
  expect(isNobodyNotified({ step: 'notificationQueued', detail: { told: [], leftOut } })).toBe(true)
  expect(isNobodyNotified({ step: 'notificationQueued', detail: { told: [{ name: 'Porter' }], leftOut } })).toBe(false)
  // The format of earlier versions.
  expect(isNobodyNotified({ step: 'notificationQueued', detail: { receiver: 'Porter' } })).toBe(false)
  expect(isNobodyNotified({ step: 'notificationSent', detail: { told: [] } })).toBe(false)
})
