import { expect, test } from 'vitest'
import { isNobodyTold, toldLines } from './journey-told.ts'

const label = (enumeration: string, value: string): string => `${enumeration} ${value}`

test('who was notified in a round, who was not and why, by name or kind; a message names its channel even without a person', () => {
  const told = [
    { kind: 'callList', name: 'Porter', channel: 'voice' },
    { kind: 'duty', name: null, channel: 'inSite' },
  ]
  const leftOut = [
    { kind: 'callList', name: 'Chief', channel: 'app', reason: 'noAddress' },
    { kind: 'role', name: null, channel: null, reason: 'nobody' },
  ]
  expect(toldLines({ told, leftOut }, label)).toEqual([
    'Porter · notifyMethod voice',
    'notifyReceiver duty · notifyMethod inSite',
    'Chief · notifyMethod app · leftOutReason noAddress',
    'notifyReceiver role · leftOutReason nobody',
  ])
  expect(toldLines({ receiver: '', channel: 'sms', state: 'sent' }, label)).toEqual(['notifyMethod sms'])
  expect(toldLines({ receiver: 'Porter', channel: 'voice', reason: 'refused' }, label)).toEqual([
    'Porter · notifyMethod voice',
    'sendFailure refused',
  ])
  expect(toldLines({}, label)).toEqual([])
})

test('people of another company, who are not named, are counted', () => {
  const operator = { kind: 'duty', name: null, channel: 'voice' }
  const push = { ...operator, channel: 'app', reason: 'noAddress' }
  expect(toldLines({ told: [operator, operator], leftOut: [push, push, push] }, label)).toEqual([
    'notifyReceiver duty · notifyMethod voice × 2',
    'notifyReceiver duty · notifyMethod app · leftOutReason noAddress × 3',
  ])
})

test('a round with nobody to notify is not a notification', () => {
  const leftOut = [{ kind: 'callList', name: null, reason: 'nobody' }]
  expect(isNobodyTold({ step: 'notificationQueued', detail: { told: [], leftOut } })).toBe(true)
  expect(isNobodyTold({ step: 'notificationQueued', detail: { told: [{ name: 'Porter' }], leftOut } })).toBe(false)
  // The format of earlier versions.
  expect(isNobodyTold({ step: 'notificationQueued', detail: { receiver: 'Porter' } })).toBe(false)
  expect(isNobodyTold({ step: 'notificationSent', detail: { told: [] } })).toBe(false)
})
