import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueSteps, nextOf, stepsOf, tell, withClock, type RecordFact, type Run } from '../features/notification/decide.ts'
import {
  expectedOf,
  factsAt,
  groupsAt,
  orderFor,
  reactionOf,
  receiversAt,
  ruleOf,
  story,
  type Channel,
  type Story,
} from './notifications-simple.testing.ts'

// Random rules, people, rosters, active hours, answers, providers that fail and work again, restarts and acknowledgements in virtual time. NOTIFY_SEED plays a seed again, NOTIFY_RUNS says how many:
// the gate plays 10,000, a release `NOTIFY_RUNS=100000`.

const numRuns = Number(process.env['NOTIFY_RUNS'] ?? 10_000)
const seed = Number(process.env['NOTIFY_SEED'] ?? Date.now() % 2 ** 31)
const timeout = 120_000 + numRuns * 20

interface Told {
  readonly at: number
  readonly name: string
  readonly channel: Channel
  readonly key: string | null
}

/** The engine's part of a process: reads what is stored, decides, and stores it, or dies before it could. */
const player = (played: Story) => {
  const rule = ruleOf(played)
  let stored = JSON.stringify({ rule, startedAt: 0, progress: { done: 0, legs: [], seenAt: 0 } })
  const told: Told[] = []
  const done: string[] = []
  /** When the engine got to each step: whoever is on duty then is told, by what works then. */
  const doneAt = new Map<string, number>()
  let keys = 0

  const recordsAt = (now: number): Map<string, RecordFact> =>
    new Map(
      told.flatMap(({ at, name, channel, key }) => {
        if (key === null) return []
        const { state, afterS } = reactionOf(played, name, channel)
        const known = state !== 'silent' && at + afterS * 1000 <= now && now > at
        return [[key, { state: known ? state : ('queued' as const), sentAt: null }] as const]
      }),
    )

  const look = (now: number, dies = false) => {
    const run = withClock(JSON.parse(stored) as Run, now)
    const due = dueSteps(run, now)
    const next = nextOf(run, recordsAt(now), now, {
      verdictsOf: ({ step }) => tell(rule.steps[step - 1]?.channels ?? [], receiversAt(played, now), factsAt(played, now)),
      newKey: () => `k${++keys}`,
    })
    if (dies) return next
    stored = JSON.stringify({ ...run, progress: next.progress })
    for (const { leg, channel, shared } of next.attempts)
      if (!shared) told.push({ at: now, name: leg.person.name, channel, key: leg.key })
    for (const { step, round } of next.done) {
      done.push(`${step}.${round}`)
      doneAt.set(`${step}.${round}`, now)
    }
    expect(next.done.map(({ step, round }) => [step, round])).toEqual(due.map(({ step, round }) => [step, round]))
    return next
  }
  /** The next moment at which something becomes known of a message. */
  const nextReaction = (now: number): number =>
    Math.min(
      ...told.flatMap(({ at, name, channel, key }) => {
        const { state, afterS } = reactionOf(played, name, channel)
        const known = at + Math.max(1, afterS) * 1000
        return key === null || state === 'silent' || known <= now ? [] : [known]
      }),
      Infinity,
    )
  return { look, nextReaction, told, done, doneAt }
}

test(
  'who is told, when and how, is what the simple model says',
  () => {
    let messages = 0
    fc.assert(
      fc.property(story, (played) => {
        const { look, nextReaction, told } = player(played)
        let now = 0
        // Looks only when the engine itself asked for it, or was woken by what became of a message: a look too late would show.
        while (now < played.stopS * 1000) {
          const { dueAt } = look(now)
          now = Math.min(dueAt ?? Infinity, nextReaction(now))
        }
        messages += told.length
        const lines = told.map(({ at, name, channel }) => `${at / 1000} ${name} ${channel}`)
        expect(lines.toSorted()).toEqual(expectedOf(played))
      }),
      { numRuns, seed },
    )
    console.info(`NOTIFY_SEED=${seed}: ${numRuns} stories, ${messages} messages`)
    expect(messages).toBeGreaterThan(numRuns)
  },
  timeout,
)

type Look = { readonly afterS: number; readonly dies: boolean; readonly backS: number }
const looks: fc.Arbitrary<readonly Look[]> = fc.array(
  fc.record({
    afterS: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 900 })),
    dies: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
    backS: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 3, max: 5_000 }) }),
  }),
  { minLength: 5, maxLength: 40 },
)

test(
  'late looks, deaths before the commit and clocks that are set back skip nobody and repeat nothing',
  () => {
    fc.assert(
      fc.property(story, looks, (played, moments) => {
        const { look, told, done, doneAt } = player(played)
        const rule = ruleOf(played)
        const all = stepsOf(rule, 0)
        // What the clock on the wall says, and how long it has really been.
        let now = 0
        let passed = 0
        let setBack = false
        look(now)
        for (const { afterS, dies, backS } of moments) {
          passed += afterS * 1000
          now += afterS * 1000 - backS * 1000
          setBack ||= backS > 0
          const before = told.length
          look(now, dies)
          if (dies) expect(told.length).toBe(before)
          // Nobody is told the same twice in one moment.
          const moment = told.slice(before).map(({ name, channel }) => `${name} ${channel}`)
          expect(new Set(moment).size).toBe(moment.length)
        }
        look((now += 1_000))
        passed += 1_000
        // Steps: each once, in order, none left behind, none early.
        const labels = all.map(({ step, round }) => `${step}.${round}`)
        expect(done).toEqual(labels.slice(0, done.length))
        expect(new Set(done).size).toBe(done.length)
        const late = all.filter(({ at }) => at <= passed)
        // A clock that is set back between two looks hides the time that passed there.
        if (setBack) expect(done.length).toBeLessThanOrEqual(late.length)
        else expect(done).toEqual(late.map(({ step, round }) => `${step}.${round}`))
        // Keys: one for each message.
        const keys = told.flatMap(({ key }) => key ?? [])
        expect(new Set(keys).size).toBe(keys.length)
        // Nobody who should have been told at once was left out.
        for (const label of done) {
          const step = played.steps[Number(label.split('.')[0]) - 1]
          if (!step) continue
          const second = (doneAt.get(label) ?? 0) / 1000
          for (const { kind, people } of groupsAt(played, second)) {
            const able = people.filter((person) => orderFor(played, second, person, kind, step.channels).length > 0)
            const must = kind === 'callList' ? able.slice(0, 1) : able
            for (const { name } of must) expect(told.some((one) => one.name === name)).toBe(true)
          }
        }
      }),
      { numRuns, seed, interruptAfterTimeLimit: timeout - 10_000, markInterruptAsFailure: true },
    )
  },
  timeout,
)
