import type { NotifyStep } from '@emberwatch/contract'
import { describe, expect, test } from 'vitest'
import type { StoredPerson, StoredRule } from '../../../tables/notifications.tables.ts'
import {
  nextOf,
  stepsOf,
  tell,
  withClock,
  type Candidate,
  type Facts,
  type Receiver,
  type RecordFact,
  type Run,
} from './decide.ts'
import { isInHours, stopped, type CauseFact } from './notification.rules.ts'

const step = (more: Partial<NotifyStep> = {}): NotifyStep => ({
  afterS: 0,
  receivers: [{ kind: 'callList' }],
  channels: ['voice'],
  answerS: 30,
  repeats: 0,
  everyS: 0,
  ...more,
})
const rule = (...steps: NotifyStep[]): StoredRule => ({
  steps,
  stopWhen: 'taken',
  activeHours: null,
  language: null,
  mergeWindowS: 0,
})

const person = (name: string, more: Partial<Candidate> = {}, contact: Partial<StoredPerson> = {}): Candidate => ({
  person: { kind: 'callList', who: name, name, accountId: null, phone: `+${name}`, email: null, language: 'en', ...contact },
  enabled: true,
  sees: null,
  methods: null,
  ...more,
})
const list = (...names: string[]): Receiver => ({ kind: 'callList', name: '', people: names.map((name) => person(name)) })
const role = (...names: string[]): Receiver => ({
  kind: 'role',
  name: 'Managers',
  people: names.map((name, index) => person(name, { sees: true }, { kind: 'role', accountId: index + 1 })),
})

const facts: Facts = {
  fire: true,
  mayBeAlarm: true,
  quiet: false,
  projectQuiet: false,
  project: null,
  channels: { app: 'up', sms: 'up', voice: 'up', mail: 'up' },
}

/** Plays a run from moment to moment. Every message keeps its state until the test changes it. */
const play = (said: StoredRule, receivers: readonly Receiver[], known = facts) => {
  let run: Run = { rule: said, startedAt: 0, progress: { done: 0, legs: [], seenAt: 0 } }
  const records = new Map<string, RecordFact>()
  const keys = new Map<string, string>()
  let count = 0
  return {
    at(seconds: number): string[] {
      run = withClock(run, seconds * 1000)
      const next = nextOf(run, records, seconds * 1000, {
        verdictsOf: (due) => tell(said.steps[due.step - 1]?.channels ?? [], receivers, known),
        newKey: () => `k${++count}`,
      })
      run = { ...run, progress: next.progress }
      for (const { leg } of next.attempts) {
        if (leg.key === null) continue
        records.set(leg.key, { state: 'queued', sentAt: null })
        keys.set(leg.person.name, leg.key)
      }
      return next.attempts.filter(({ shared }) => !shared).map(({ leg, channel }) => `${leg.person.name} ${channel}`)
    },
    becomes(name: string, state: RecordFact['state'], sentS: number | null = null) {
      records.set(keys.get(name) ?? '', { state, sentAt: sentS === null ? null : sentS * 1000 })
    },
    done: () => run.progress,
  }
}

test('steps follow with their repeats, in order of time', () => {
  const said = rule(step({ repeats: 2, everyS: 60 }), step({ afterS: 60 }))
  expect(stepsOf(said, 1_000).map(({ step: n, round, at }) => [n, round, at])).toEqual([
    [1, 1, 1_000],
    [1, 2, 61_000],
    [2, 1, 61_000],
    [1, 3, 121_000],
  ])
})

describe('a call list', () => {
  test('continues at once if somebody is busy, refuses, fails or is reported as not answering, otherwise after the wait', () => {
    for (const state of ['busy', 'refused', 'failed', 'noAnswer'] as const) {
      const run = play(rule(step()), [list('A', 'B')])
      expect(run.at(0)).toEqual(['A voice'])
      expect(run.at(5)).toEqual([])
      run.becomes('A', state)
      expect(run.at(6)).toEqual(['B voice'])
      expect(run.at(35)).toEqual([])
      expect(run.at(36)).toEqual([])
      expect(run.done().legs).toEqual([])
    }
    const silent = play(rule(step()), [list('A', 'B')])
    silent.at(0)
    silent.becomes('A', 'delivered', 10)
    // The phone has been ringing since the provider took the call.
    expect(silent.at(39)).toEqual([])
    expect(silent.at(40)).toEqual(['B voice'])
  })

  test('ends with an answer, in this step and round only', () => {
    const run = play(rule(step({ repeats: 1, everyS: 100 })), [list('A', 'B')])
    expect(run.at(0)).toEqual(['A voice'])
    run.becomes('A', 'answered')
    expect(run.at(10)).toEqual([])
    expect(run.at(40)).toEqual([])
    expect(run.at(100)).toEqual(['A voice'])
  })

  test('tries the channels of one person before the next person', () => {
    const run = play(rule(step({ channels: ['voice', 'sms'] })), [list('A', 'B')])
    expect(run.at(0)).toEqual(['A voice'])
    run.becomes('A', 'busy')
    expect(run.at(1)).toEqual(['A sms'])
    run.becomes('A', 'delivered')
    expect(run.at(30)).toEqual([])
    expect(run.at(31)).toEqual(['B voice'])
  })
})

test('all others are notified at the same time, each on their next channel if one fails', () => {
  const run = play(rule(step({ channels: ['inSite', 'sms'], answerS: 20 })), [role('A', 'B')])
  expect(run.at(0)).toEqual(['A inSite', 'B inSite'])
  expect(run.at(19)).toEqual([])
  expect(run.at(20)).toEqual(['A sms', 'B sms'])
})

describe('after a standstill', () => {
  test('all overdue steps run, and nobody is notified of the same thing twice at one moment', () => {
    const run = play(rule(step({ repeats: 3, everyS: 60 })), [list('A', 'B')])
    expect(run.at(600)).toEqual(['A voice'])
    expect(run.done().done).toBe(4)
    run.becomes('A', 'busy')
    expect(run.at(601)).toEqual(['B voice'])
  })

  test('a person named only by a later step is notified at once, even if a list might reach them', () => {
    const said = rule(step(), step({ afterS: 60 }))
    const first = list('A', 'B')
    const second: Receiver = {
      kind: 'accounts',
      name: '',
      people: [person('B', { sees: true }, { kind: 'accounts', accountId: 7 })],
    }
    let run: Run = { rule: said, startedAt: 0, progress: { done: 0, legs: [], seenAt: 0 } }
    let count = 0
    const next = nextOf(run, new Map(), 600_000, {
      verdictsOf: (due) => tell(['voice'], [due.step === 1 ? first : second], facts),
      newKey: () => `k${++count}`,
    })
    run = { ...run, progress: next.progress }
    expect(next.attempts.map(({ leg }) => leg.person.name)).toEqual(['A', 'B'])
    expect(run.progress.legs).toHaveLength(3)
  })

  test('another channel of a later step is not lost', () => {
    const said = rule(step({ channels: ['sms'] }), step({ afterS: 60, channels: ['sms', 'voice'] }))
    const run = play(said, [role('A')])
    expect(run.at(600)).toEqual(['A sms'])
    expect(run.at(630)).toEqual(['A voice'])
  })
})

test('a clock that is set back makes nobody wait longer', () => {
  const run = play(rule(step(), step({ afterS: 60 })), [list('A', 'B')])
  expect(run.at(10_000)).toEqual(['A voice'])
  // Nor does it wait for the answer to a call made before.
  run.becomes('A', 'sent', 10_001)
  expect(run.at(5_000)).toEqual([])
  expect(run.at(5_029)).toEqual([])
  expect(run.at(5_030)).toEqual(['B voice'])
  const later = play(rule(step(), step({ afterS: 12_000 })), [list('A', 'B')])
  later.at(10_000)
  expect(later.at(5_000)).toEqual([])
  expect(later.at(5_030)).toEqual(['B voice'])
  // The second step was 2,000 s away when the clock was set back.
  expect(later.at(6_999)).toEqual([])
  expect(later.at(7_000)).toEqual(['A voice'])
})

describe('who is left out, and why', () => {
  const reason = (
    candidate: Candidate,
    more: Partial<Facts> = {},
    kind: Receiver['kind'] = 'callList',
    channels = step().channels,
  ) => tell(channels, [{ kind, name: '', people: [candidate] }], { ...facts, ...more })[0]

  test.each([
    ['the project is stopped', person('A'), { project: 'projectStopped' }, 'callList', 'projectStopped'],
    ['outside the active hours, unless it burns', person('A'), { quiet: true, fire: false }, 'callList', 'quietHours'],
    [
      'in the quiet hours of the project, unless it may be an alarm',
      person('A'),
      { projectQuiet: true, fire: false, mayBeAlarm: false },
      'callList',
      'projectQuiet',
    ],
    ['disabled', person('A', { enabled: false }), {}, 'callList', 'disabled'],
    ['an account that may not see the project', person('A', { sees: false }, { accountId: 1 }), {}, 'accounts', 'outOfScope'],
    ['no number', person('A', {}, { phone: '' }), {}, 'callList', 'noAddress'],
    ['switched off by themselves', person('A', { methods: ['sms'] }), {}, 'callList', 'methodOff'],
    ['nobody has set up a provider', person('A'), { channels: { ...facts.channels, voice: 'none' } }, 'callList', 'noProvider'],
  ] as const)('%s', (_name, candidate, more, kind, expected) => {
    expect(reason(candidate, more, kind)).toMatchObject({ tell: [], leftOut: expected })
  })

  test('a fire ignores the active hours, and the quiet hours of the project', () => {
    expect(reason(person('A'), { quiet: true, projectQuiet: true, fire: true })).toMatchObject({ tell: ['voice'], leftOut: null })
  })

  test('a possible alarm ignores the project’s quiet hours, but not the rule’s active hours', () => {
    const near = { fire: false, mayBeAlarm: true }
    expect(reason(person('A'), { ...near, projectQuiet: true })).toMatchObject({ tell: ['voice'], leftOut: null })
    expect(reason(person('A'), { ...near, quiet: true })).toMatchObject({ tell: [], leftOut: 'quietHours' })
  })

  test('in-site messages wake nobody: they go out in quiet hours', () => {
    const calm = { projectQuiet: true, fire: false, mayBeAlarm: false }
    const own = person('A', {}, { accountId: 1 })
    expect(reason(own, calm, 'accounts', ['inSite', 'voice'])).toMatchObject({
      tell: ['inSite'],
      leftOut: null,
      channels: [{ state: 'tell' }, { state: 'projectQuiet' }],
    })
    expect(reason(own, { ...calm, quiet: true }, 'accounts', ['inSite'])).toMatchObject({ tell: [], leftOut: 'quietHours' })
  })

  test('a provider that is down is tried after those that work, and nobody is left out because of it', () => {
    const down = { channels: { ...facts.channels, voice: 'down' } } as const
    expect(reason(person('A'), down)).toMatchObject({ tell: ['voice'], leftOut: null, channels: [{ state: 'providerDown' }] })
    expect(reason(person('A'), down, 'callList', ['voice', 'sms'])).toMatchObject({ tell: ['sms', 'voice'] })
  })

  test('nobody on duty, and nobody at all', () => {
    const empty = (kind: Receiver['kind']) => tell(['voice'], [{ kind, name: 'x', people: [] }], facts)[0]?.leftOut
    expect([empty('duty'), empty('role')]).toEqual(['offDuty', 'nobody'])
  })

  test('an account reached by two receivers is notified once', () => {
    expect(tell(['voice'], [role('A', 'B'), role('B', 'C')], facts).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  })
})

test.each([
  ['in the day', '09:00', '18:00', [1, 2, 3, 4, 5], '2026-11-20T02:00:00Z', false],
  ['at its end', '09:00', '18:00', [5], '2026-11-20T10:00:00Z', true],
  ['another day', '09:00', '18:00', [6], '2026-11-20T02:00:00Z', true],
  ['over midnight, before it', '22:00', '06:00', [5], '2026-11-20T15:00:00Z', false],
  ['over midnight, after it', '22:00', '06:00', [5], '2026-11-20T21:00:00Z', false],
  ['over midnight, in the day', '22:00', '06:00', [5], '2026-11-20T04:00:00Z', true],
  ['the whole day', '00:00', '00:00', [5], '2026-11-20T04:00:00Z', false],
] as const)('active hours in the zone of the project: %s', (_name, from, to, days, at, quiet) => {
  expect(isInHours({ from, to, days: [...days] }, 'Asia/Shanghai', Date.parse(at))).not.toBe(quiet)
})

describe('what ends it', () => {
  const cause = (more: Partial<CauseFact> = {}): CauseFact => ({
    kind: 'alarm',
    clock: null,
    fire: false,
    roundAt: 1_000,
    state: 'unconfirmed',
    test: false,
    takenAt: null,
    ...more,
  })
  const whens = ['taken', 'confirmed', 'closed'] as const

  // The complete table: each state with and without a holder, for each way to stop.
  test.each([
    [cause(), [null, null, null]],
    [cause({ takenAt: 500 }), ['taken', null, null]],
    [cause({ takenAt: 500, fire: true }), [null, null, null]],
    [cause({ takenAt: 1_000, fire: true }), ['taken', null, null]],
    [cause({ state: 'confirmed' }), ['confirmed', 'confirmed', null]],
    [cause({ state: 'cleared' }), ['closed', 'closed', 'closed']],
    [cause({ state: 'misreport' }), ['closed', 'closed', 'closed']],
    [cause({ state: null }), ['closed', 'closed', 'closed']],
    [cause({ test: true }), ['onTest', 'onTest', 'onTest']],
    [cause({ kind: 'breach', clock: 'acknowledge', state: 'confirmed' }), ['confirmed', 'confirmed', null]],
    [cause({ kind: 'breach', clock: 'close', state: 'confirmed' }), [null, null, null]],
    [cause({ kind: 'breach', clock: 'close', state: 'cleared' }), ['closed', 'closed', 'closed']],
    [cause({ kind: 'breach', clock: 'acknowledge', takenAt: 500 }), [null, null, null]],
    [cause({ kind: 'breach', clock: 'acknowledge', takenAt: 1_500 }), ['taken', null, null]],
    [cause({ kind: 'fault', state: 'pending' }), [null, null, null]],
    [cause({ kind: 'fault', state: 'processing', takenAt: 2_000 }), [null, null, null]],
    [cause({ kind: 'fault', state: 'solved' }), ['solved', 'solved', 'solved']],
  ])('%o', (fact, expected) => {
    expect(whens.map((stopWhen) => stopped({ stopWhen }, fact))).toEqual(expected)
  })
})
