import { describe, expect, test } from 'vitest'
import { byteRange } from '../../../platform/http/byte-range.ts'
import {
  hear,
  holdOf,
  heldUntil,
  isInWindow,
  decideWave,
  silencesOf,
  timeOut,
  type Surroundings,
  type Unit,
  type Wave,
} from './decide-upgrade.ts'

const now = Date.parse('2026-03-29T01:30:00Z')
const rules = { retries: 1, retryAfterMs: 60_000, open: true, silences: silencesOf(120) }
const unit: Unit = {
  state: 'installing',
  offer: 'a',
  fromVersion: '1.0.000',
  stepVersion: '1.1.000',
  toVersion: '1.2.000',
  tries: 1,
  attempts: 1,
  percent: 100,
  claimedAt: null,
  publishedAt: now,
  dueAt: now + 1,
  notBefore: null,
  hold: null,
  failure: null,
  error: null,
}
const quiet: Surroundings = {
  gone: false,
  bound: true,
  openAlarm: false,
  siteAlarm: false,
  onTest: false,
  maintained: false,
  online: true,
  lowPower: false,
  battery: null,
  signal: null,
  otherUpgrade: false,
  timeZone: 'Europe/Berlin',
}
const anyTime = { minBattery: null, minSignal: null, windowFrom: null, windowTo: null }

describe('the daily window at the site', () => {
  test.each([
    // The night when clocks go from 02:00 to 03:00: 02:30 does not exist, and 03:30 is one and a half hours after 01:00.
    ['2026-03-29T00:59:00Z', 120, 180, false],
    ['2026-03-29T01:00:00Z', 180, 240, true],
    ['2026-03-29T01:59:00Z', 120, 180, false],
    // The night when clocks go back from 03:00 to 02:00: that hour occurs twice.
    ['2026-10-25T00:30:00Z', 120, 180, true],
    ['2026-10-25T01:30:00Z', 120, 180, true],
    ['2026-10-25T02:00:00Z', 120, 180, false],
    // Across midnight.
    ['2026-06-01T21:30:00Z', 23 * 60, 60, true],
    ['2026-06-01T22:59:00Z', 23 * 60, 60, true],
    ['2026-06-01T23:00:00Z', 23 * 60, 60, false],
    ['2026-06-01T12:00:00Z', null, null, true],
  ])('%s in %s to %s: %s', (at, windowFrom, windowTo, open) => {
    expect(isInWindow({ windowFrom, windowTo }, 'Europe/Berlin', Date.parse(at))).toBe(open)
  })
})

test.each([
  [{ bound: false }, {}, 'notBound'],
  [{ openAlarm: true, siteAlarm: true }, {}, 'openAlarm'],
  [{ siteAlarm: true }, {}, 'siteAlarm'],
  [{ onTest: true, maintained: true }, {}, 'onTest'],
  [{ maintained: true, online: false }, {}, 'maintenance'],
  [{ online: false }, {}, 'offline'],
  [{ lowPower: true }, {}, 'lowBattery'],
  [{ battery: 29 }, { minBattery: 30 }, 'lowBattery'],
  [{ battery: null }, { minBattery: 30 }, null],
  [{ signal: -101 }, { minSignal: -100 }, 'weakSignal'],
  [{}, { windowFrom: 600, windowTo: 660 }, 'outsideWindow'],
  [{ otherUpgrade: true }, {}, 'otherUpgrade'],
  [{}, {}, null],
] as const)('%j with %j is held: %s', (around, conditions, hold) => {
  expect(holdOf({ ...quiet, ...around }, { ...anyTime, ...conditions }, now)).toBe(hold)
})

test.each([
  // Berlin is at UTC+1 in November.
  ['2026-11-20T10:00:00Z', 11 * 60 + 20, '2026-11-20T10:20:00Z'],
  ['2026-11-20T10:30:00Z', 11 * 60 + 20, '2026-11-20T11:30:00Z'],
  ['2026-11-20T22:50:00Z', 0, '2026-11-20T23:00:00Z'],
])('who waits at %s for a window from minute %i is looked at again at %s', (now, windowFrom, next) => {
  const at = Date.parse(now)
  expect(heldUntil('outsideWindow', { windowFrom }, 'Europe/Berlin', at)).toBe(Date.parse(next))
  expect(heldUntil('siteAlarm', { windowFrom }, 'Europe/Berlin', at)).toBe(at + 60_000)
})

describe('what a device reports', () => {
  const said = (firmware: string, kind: 'ask' | 'heartbeat' = 'ask') => ({ kind, firmware }) as const
  test('a step of its route is reached, and then the next one', () => {
    expect(hear(unit, said('1.1.0'), rules, now)).toMatchObject({
      action: 'again',
      set: { fromVersion: '1.1.0', tries: 0, offer: null, notBefore: null },
    })
  })
  test('the version is reached, also when it was given up', () => {
    expect(hear(unit, said('1.2.000'), rules, now)?.action).toBe('succeed')
    expect(hear({ ...unit, state: 'failed', offer: null }, said('1.2.000'), rules, now)?.action).toBe('succeed')
    expect(hear({ ...unit, state: 'skipped' }, said('1.2.000'), rules, now)).toBeNull()
  })
  test('the old version after installing is a failed attempt; a heartbeat may still be an earlier one', () => {
    expect(hear(unit, said('1.0.000'), rules, now)).toMatchObject({ action: 'again', set: { failure: 'cameBack', offer: null } })
    expect(hear(unit, said('1.0.000', 'heartbeat'), rules, now)).toBeNull()
    expect(hear({ ...unit, claimedAt: now }, said('1.0.000', 'heartbeat'), rules, now)?.set.failure).toBe('cameBack')
    expect(hear({ ...unit, tries: 2 }, said('1.0.000'), rules, now)).toMatchObject({
      action: 'fail',
      set: { failure: 'cameBack' },
    })
  })
  test('any other version', () => {
    expect(hear(unit, said('0.9.000'), rules, now)).toMatchObject({
      set: { failure: 'otherVersion', fromVersion: '0.9.000', error: '0.9.000' },
    })
  })
  test('a malformed version is kept as an error, and proves nothing', () => {
    expect(hear(unit, said("1.2.000'"), rules, now)).toEqual({ action: 'note', set: { error: "firmware: 1.2.000'" } })
  })
  test('a claim of success only starts the wait for the version', () => {
    const claimed = hear(unit, { kind: 'progress', offer: 'a', state: 'succeeded', percent: 100, error: null }, rules, now)
    expect(claimed).toEqual({ action: 'install', set: { percent: 100, claimedAt: now, dueAt: now + rules.silences.seen } })
    // A second claim does not extend the limit, nor does a late message.
    const later = { ...unit, claimedAt: now - 1000 }
    expect(
      hear(later, { kind: 'progress', offer: 'a', state: 'succeeded', percent: 100, error: null }, rules, now)?.set.claimedAt,
    ).toBe(now - 1000)
    expect(hear(later, { kind: 'progress', offer: 'a', state: 'downloading', percent: 5, error: null }, rules, now)).toBeNull()
  })
  test('a message about another step is ignored', () => {
    expect(hear(unit, { kind: 'progress', offer: 'b', state: 'failed', percent: 0, error: null }, rules, now)).toBeNull()
  })
})

test('silence keeps the step’s id; an offer that reached nobody does not count as an attempt', () => {
  const late = { ...unit, dueAt: now }
  expect(timeOut(unit, rules, now)).toBeNull()
  expect(timeOut(late, rules, now)).toMatchObject({
    action: 'again',
    set: { failure: 'notSeen', offer: 'a', notBefore: now + 60_000 },
  })
  expect(timeOut({ ...late, tries: 2 }, rules, now)).toMatchObject({ action: 'fail', set: { failure: 'notSeen', offer: null } })
  expect(timeOut({ ...late, state: 'sent' }, rules, now)?.set.failure).toBe('notAnswered')
  const unsent = timeOut({ ...late, state: 'sent', publishedAt: null, tries: 2, attempts: 2 }, rules, now)
  expect(unsent).toMatchObject({ action: 'again', set: { hold: 'offline', tries: 1, attempts: 1 } })
  // A task that has ended waits for nobody.
  expect(timeOut({ ...late, state: 'sent', publishedAt: null }, { ...rules, open: false }, now)?.action).toBe('fail')
})

describe('a wave', () => {
  const wave: Wave = {
    wave: 0,
    waves: 2,
    size: 100,
    succeeded: 0,
    failed: 0,
    busy: false,
    held: false,
    anyWaiting: true,
    successShare: 95,
    failureShare: 5,
  }
  test.each([
    [{ succeeded: 5, failed: 1, busy: true }, null],
    [{ succeeded: 9, failed: 1, busy: true }, 'failureShare'],
    [{ size: 2, succeeded: 1, failed: 1, busy: true }, 'failureShare'],
    [{ succeeded: 95, failed: 5, busy: true }, null],
    [{ succeeded: 95, failed: 5 }, 'next'],
    [{ succeeded: 95, failed: 5, successShare: 96 }, 'successShare'],
    [{ succeeded: 95, failed: 5, wave: 1 }, null],
    [{ succeeded: 95, failed: 5, wave: 1, anyWaiting: false }, 'finish'],
    // No device has proved yet that the edition works.
    [{ held: true }, null],
    [{ held: true, succeeded: 1 }, 'next'],
    [{}, 'next'],
  ] as const)('%j: %s', (more, verdict) => {
    expect(decideWave({ ...wave, ...more })).toBe(verdict)
  })
})

test.each([
  [undefined, 'whole'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-5', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=99999999999999999999-', 'whole'],
  ['items=0-1', 'whole'],
] as const)('a range of 100 bytes: %s', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range)
})
