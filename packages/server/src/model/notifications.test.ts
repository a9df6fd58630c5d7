import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueSteps, nextOf, stepsOf, tell, withClock, type RecordFact, type Run } from '../features/notify/notification/decide.ts'
import { mergeOf } from '../features/notify/notification/notification.rules.ts'
import { runCount } from '../testing/runs.ts'
import { batchesOf, expectedOf, groupsAt, orderFor } from './notifications-simple.testing.ts'
import {
  eventsOf,
  factsAt,
  from,
  reactionOf,
  receiversAt,
  ruleOf,
  story,
  type RunAtOnce,
  type Channel,
  type Story,
} from './notifications-stories.testing.ts'

// Random rules, people, rosters, active hours, answers, failing and recovering providers, restarts and acknowledgements, in virtual time.
// NOTIFY_SEED replays a seed, NOTIFY_RUNS sets the number: 2,000 per `npm test`, 10,000 per `npm run test:models`, and
// `NOTIFY_RUNS=100000` for a release.

const numRuns = runCount('NOTIFY_RUNS', 10_000)
const seed = Number(process.env['NOTIFY_SEED'] ?? Date.now() % 2 ** 31)
const timeout = 120_000 + numRuns * 20

interface Notified {
  readonly at: number
  readonly name: string
  readonly channel: Channel
  readonly key: string | null
}

/** The engine's part of a process: reads what is stored, decides, and stores the result, or dies before it can. */
const player = (played: Story) => {
  const rule = ruleOf(played)
  let stored = JSON.stringify({ rule, startedAt: 0, progress: { done: 0, legs: [], seenAt: 0 } })
  const notified: Notified[] = []
  const done: string[] = []
  /** When the engine reached each step: people on duty then are notified, over what works then. */
  const doneAt = new Map<string, number>()
  let keys = 0

  const recordsAt = (now: number): Map<string, RecordFact> =>
    new Map(
      notified.flatMap(({ at, name, channel, key }) => {
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
      if (!shared) notified.push({ at: now, name: leg.person.name, channel, key: leg.key })
    for (const { step, round } of next.done) {
      done.push(`${step}.${round}`)
      doneAt.set(`${step}.${round}`, now)
    }
    expect(next.done.map(({ step, round }) => [step, round])).toEqual(due.map(({ step, round }) => [step, round]))
    return next
  }
  /** The next moment at which something becomes known about a message. */
  const nextReaction = (now: number): number =>
    Math.min(
      ...notified.flatMap(({ at, name, channel, key }) => {
        const { state, afterS } = reactionOf(played, name, channel)
        const known = at + Math.max(1, afterS) * 1000
        return key === null || state === 'silent' || known <= now ? [] : [known]
      }),
      Infinity,
    )
  return { look, nextReaction, notified, done, doneAt }
}

/** The runs that the engine starts for the events, if it looks this often (s) and at each event. */
const runsOf = (
  played: Story,
  looksS: readonly number[],
): (RunAtOnce & { readonly latestS: number; readonly notifiedS: number })[] => {
  const runs: { atS: number; fire: boolean; events: number[]; mergesUntil: number; notifiedS: number | null }[] = []
  const events = eventsOf(played)
  const window = played.mergeWindowS * 1000
  for (const lookS of looksS) {
    // As `startRuns` does.
    for (const { atS, fire } of events.splice(0, events.filter((event) => event.atS <= lookS).length)) {
      if (fire || window === 0) runs.push({ atS, fire, events: [atS], mergesUntil: 0, notifiedS: null })
      else {
        const [open] = runs
          .filter(({ mergesUntil }) => mergesUntil > atS * 1000)
          .toSorted((a, b) => b.mergesUntil - a.mergesUntil)
        const merged = mergeOf(
          open && { open, mergesUntil: open.mergesUntil, takesMore: open.notifiedS === null },
          atS * 1000,
          window,
        )
        if ('joins' in merged) merged.joins.open.events.push(atS)
        else runs.push({ atS: merged.startedAt / 1000, fire, events: [atS], mergesUntil: merged.mergesUntil, notifiedS: null })
      }
    }
    for (const run of runs) if (run.notifiedS === null && run.atS <= lookS) run.notifiedS = lookS
  }
  return runs.flatMap(({ atS, fire, events: of, notifiedS }) =>
    notifiedS === null ? [] : [{ atS, fire, count: of.length, latestS: Math.max(...of), notifiedS }],
  )
}

/** Looks only when the engine itself asked for it, or was woken by the outcome of a message, so that a late look would show. */
const notifiedOf = (played: Story): readonly Notified[] => {
  const { look, nextReaction, notified } = player(played)
  let now = 0
  while (now < played.stopS * 1000) {
    const { dueAt } = look(now)
    now = Math.min(dueAt ?? Infinity, nextReaction(now))
  }
  return notified
}

test(
  'who is notified, when and how, is what the simple model says',
  () => {
    let messages = 0
    let merged = 0
    fc.assert(
      fc.property(story, (played) => {
        const events = eventsOf(played)
        // The times of events, and of possible ends of the windows they start: one after another, as long as events wait.
        const looksS = events.flatMap(({ atS }) => [...events.keys()].map((windows) => atS + windows * played.mergeWindowS))
        const lines = runsOf(
          played,
          looksS.toSorted((a, b) => a - b),
        ).flatMap((run) =>
          notifiedOf(from(played, run)).map(({ at, name, channel }) => `${at / 1000 + run.atS} ${name} ${channel} ${run.count}`),
        )
        const expected = batchesOf(played).flatMap((batch) =>
          expectedOf(from(played, batch)).map((line) =>
            line.replace(/^\d+/, (second) => String(Number(second) + batch.atS)).concat(` ${batch.count}`),
          ),
        )
        messages += lines.length
        merged += batchesOf(played).filter(({ count }) => count > 1).length
        expect(lines.toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns, seed },
    )
    console.info(`NOTIFY_SEED=${seed}: ${numRuns} stories, ${messages} messages, ${merged} of several events`)
    expect(messages).toBeGreaterThan(numRuns)
    expect(merged).toBeGreaterThan(numRuns / 100)
  },
  timeout,
)

test(
  'an engine that looks late tells of each event once, of a fire at once, of the others after no more than a window',
  () => {
    fc.assert(
      fc.property(story, fc.array(fc.integer({ min: 0, max: 2_500 }), { minLength: 1, maxLength: 30 }), (played, random) => {
        const looksS = [...random, 5_000].toSorted((a, b) => a - b)
        const runs = runsOf(played, looksS)
        expect(runs.reduce((sum, { count }) => sum + count, 0)).toBe(eventsOf(played).length)
        const firstLookFrom = (second: number) => looksS.find((lookS) => lookS >= second)
        for (const { atS, latestS, notifiedS, fire } of runs) {
          expect(notifiedS).toBeGreaterThanOrEqual(latestS)
          expect(notifiedS).toBe(firstLookFrom(Math.max(atS, latestS)))
          expect(atS - latestS).toBeLessThanOrEqual(fire ? 0 : played.mergeWindowS)
        }
        // At most one message per window.
        const starts = runs.filter(({ fire }) => !fire).map(({ atS }) => atS)
        for (const [index, atS] of starts.slice(1).entries())
          expect(atS - (starts[index] ?? 0)).toBeGreaterThanOrEqual(played.mergeWindowS === 0 ? 0 : played.mergeWindowS)
      }),
      { numRuns, seed },
    )
  },
  timeout,
)

test('whatever the clock does, no event waits longer than a window', () => {
  const ms = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(ms, ms, fc.integer({ min: 1, max: 3_600_000 }), (begins, ahead, window) => {
      const merged = mergeOf({ mergesUntil: begins + ahead, takesMore: false }, begins, window)
      if ('joins' in merged) throw new Error('it was told already')
      expect(merged.startedAt - begins).toBe(Math.min(ahead, window))
      expect(merged.mergesUntil - merged.startedAt).toBe(window)
    }),
    { numRuns, seed },
  )
})

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
  'late looks, crashes before the commit and clocks that are set back skip nobody and repeat nothing',
  () => {
    fc.assert(
      fc.property(story, looks, (played, moments) => {
        const { look, notified, done, doneAt } = player(played)
        const rule = ruleOf(played)
        const all = stepsOf(rule, 0)
        // The time shown by the clock, and the time that has really passed.
        let now = 0
        let passed = 0
        let setBack = false
        look(now)
        for (const { afterS, dies, backS } of moments) {
          passed += afterS * 1000
          now += afterS * 1000 - backS * 1000
          setBack ||= backS > 0
          const before = notified.length
          look(now, dies)
          if (dies) expect(notified.length).toBe(before)
          // Nobody is notified of the same thing twice at one moment.
          const added = notified.slice(before).map(({ name, channel }) => `${name} ${channel}`)
          expect(new Set(added).size).toBe(added.length)
        }
        look((now += 1_000))
        passed += 1_000
        // Steps: each once, in order, none missing, none early.
        const labels = all.map(({ step, round }) => `${step}.${round}`)
        expect(done).toEqual(labels.slice(0, done.length))
        expect(new Set(done).size).toBe(done.length)
        const late = all.filter(({ at }) => at <= passed)
        // A clock set back between two looks hides the time that passed in between.
        if (setBack) expect(done.length).toBeLessThanOrEqual(late.length)
        else expect(done).toEqual(late.map(({ step, round }) => `${step}.${round}`))
        // Keys: one per message.
        const keys = notified.flatMap(({ key }) => key ?? [])
        expect(new Set(keys).size).toBe(keys.length)
        // Nobody who should have been notified at once was left out.
        for (const label of done) {
          const step = played.steps[Number(label.split('.')[0]) - 1]
          if (!step) continue
          const second = (doneAt.get(label) ?? 0) / 1000
          for (const { kind, people } of groupsAt(played, second)) {
            const able = people.filter((person) => orderFor(played, second, person, kind, step.channels).length > 0)
            const must = kind === 'callList' ? able.slice(0, 1) : able
            for (const { name } of must) expect(notified.some((one) => one.name === name)).toBe(true)
          }
        }
      }),
      { numRuns, seed, interruptAfterTimeLimit: timeout - 10_000, markInterruptAsFailure: true },
    )
  },
  timeout,
)
