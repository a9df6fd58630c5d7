import type { EnumValue, NotifyChannel } from '@emberwatch/contract'
import type { Leg, Progress, StepLeftOut, StoredPerson, StoredRule } from '../../../tables/notifications.tables.ts'

// Decides what a notification rule does. Nothing here reads or writes: the engine, the preview and the model test use the same functions.
// Moments are in milliseconds.

type Reason = EnumValue<'leftOutReason'>
type ProjectReason = 'onTest' | 'projectStopped'

/** A step that becomes due. Steps and rounds count from 1. */
export interface DueStep {
  readonly step: number
  readonly round: number
  readonly at: number
}

/** All steps of a rule with their repeats, in order. */
export const stepsOf = ({ steps }: Pick<StoredRule, 'steps'>, startedAt: number): DueStep[] =>
  steps
    .flatMap(({ afterS, repeats, everyS }, index) =>
      Array.from({ length: repeats + 1 }, (_each, round) => ({
        step: index + 1,
        round: round + 1,
        at: startedAt + (afterS + round * everyS) * 1000,
      })),
    )
    .toSorted((a, b) => a.at - b.at || a.step - b.step || a.round - b.round)

/** A person that a receiver of a step resolves to. */
export interface Candidate {
  readonly person: StoredPerson
  readonly enabled: boolean
  /** Whether the person's account may see the event. Null without an account. */
  readonly sees: boolean | null
  /** The channels the person wants; null: those of the rule. Not applied to in-site messages, which wake nobody. */
  readonly methods: readonly NotifyChannel[] | null
}

/** A receiver of a step, resolved at that moment. */
export interface Receiver {
  readonly kind: EnumValue<'notifyReceiver'>
  /** Name of the team, role or list. */
  readonly name: string
  readonly people: readonly Candidate[]
  /** Why it could not be found out who it stands for, such as a roster that cannot be read. */
  readonly failure?: unknown
}

export interface Facts {
  readonly fire: boolean
  /** The event is an alarm of any level, or a fault that may be one. */
  readonly mayBeAlarm: boolean
  /** Outside the rule's active hours: only fires are notified. */
  readonly quiet: boolean
  /** Within the project's quiet hours: only what may be an alarm wakes anybody. In-site messages are still sent, as they wake nobody. */
  readonly projectQuiet: boolean
  readonly project: ProjectReason | null
  readonly channels: Readonly<Record<Exclude<NotifyChannel, 'inSite'>, 'up' | 'down' | 'none'>>
}

/** What one step does about one person. */
export interface Verdict {
  readonly receiver: number
  readonly kind: EnumValue<'notifyReceiver'>
  readonly name: string
  readonly person: StoredPerson | null
  readonly channels: readonly { readonly channel: NotifyChannel; readonly state: 'tell' | Reason }[]
  /** The channels on which they are notified, in this order. */
  readonly tell: readonly NotifyChannel[]
  /** Why they are notified on none. */
  readonly leftOut: Reason | null
}

/** Whether people are called in order, one after another. */
const isList = (kind: EnumValue<'notifyReceiver'>): boolean => kind === 'callList' || kind === 'deviceList'

const channelState = ({ person, sees, methods }: Candidate, channel: NotifyChannel, facts: Facts): 'tell' | Reason => {
  const needsAccount = channel === 'inSite' || channel === 'app'
  if (needsAccount && person.accountId === null) return 'noAddress'
  if (needsAccount && sees === false) return 'outOfScope'
  if (channel === 'inSite') return 'tell'
  if (facts.projectQuiet && !facts.mayBeAlarm) return 'projectQuiet'
  if (methods !== null && !methods.includes(channel)) return 'methodOff'
  if ((channel === 'sms' || channel === 'voice') && person.phone === '') return 'noAddress'
  if (channel === 'mail' && person.email === null) return 'noAddress'
  const state = facts.channels[channel]
  return state === 'none' ? 'noProvider' : state === 'down' ? 'providerDown' : 'tell'
}

const decideCandidate = (candidate: Candidate, channels: readonly NotifyChannel[], facts: Facts, kind: Receiver['kind']) => {
  const states = channels.map((channel) => ({ channel, state: channelState(candidate, channel, facts) }))
  const personal: Reason | null = !candidate.enabled
    ? 'disabled'
    : candidate.sees === false && !isList(kind)
      ? 'outOfScope'
      : null
  const all: Reason | null = facts.project ?? (facts.quiet && !facts.fire ? 'quietHours' : null) ?? personal
  if (all !== null) return { channels: states.map(({ channel }) => ({ channel, state: all })), tell: [], leftOut: all }
  const usable = (wanted: 'tell' | Reason) => states.filter(({ state }) => state === wanted).map(({ channel }) => channel)
  // A provider that is down may be back in a minute. Its channel is tried after those that work, so that nobody is left out because of it.
  const tell = [...usable('tell'), ...usable('providerDown')]
  const reason = states.map(({ state }) => state).find((state) => state !== 'tell')
  return { channels: states, tell, leftOut: tell.length > 0 ? null : (reason ?? 'noAddress') }
}

/** The name shown in steps, journeys and previews. */
export const shownNameOf = ({ name, shownName = name }: StoredPerson): string => shownName

/** Whom a step notifies on which channels, and who is left out and why. An account reached by several receivers is notified once. */
export const tell = (channels: readonly NotifyChannel[], receivers: readonly Receiver[], facts: Facts): Verdict[] => {
  const known = new Set<string>()
  return receivers.flatMap(({ kind, name, people, failure }, receiver): Verdict[] => {
    if (people.length === 0) {
      const why: Reason = failure !== undefined ? 'failed' : kind === 'duty' ? 'offDuty' : 'nobody'
      const reason: Reason = facts.project ?? why
      return [{ receiver, kind, name, person: null, channels: [], tell: [], leftOut: reason }]
    }
    return people.flatMap((candidate) => {
      const { person } = candidate
      if (!isList(kind)) {
        if (known.has(person.who)) return []
        known.add(person.who)
      }
      return [{ receiver, kind, name: shownNameOf(person), person, ...decideCandidate(candidate, channels, facts, kind) }]
    })
  })
}

/** The record of those who are not notified, or not on every channel of the step. */
export const leftOutOf = (verdicts: readonly Verdict[]): StepLeftOut[] =>
  verdicts.flatMap(({ kind, name, channels, leftOut }): StepLeftOut[] => {
    if (leftOut !== null) return [{ kind, name, channel: null, reason: leftOut }]
    return channels.flatMap(({ channel, state }) => (state === 'tell' ? [] : [{ kind, name, channel, reason: state }]))
  })

export type NewKey = () => string

/** A step that was just carried out. */
export interface DoneStep extends DueStep {
  readonly verdicts: readonly Verdict[]
}

/** A person is notified on a channel now. */
export interface Attempt {
  readonly leg: Leg
  readonly channel: NotifyChannel
  /** Another leg sends the same person the same message at this moment, so only one is sent. */
  readonly shared: boolean
}

export interface RecordFact {
  readonly state: EnumValue<'recordState'>
  readonly sentAt: number | null
}

/** How far clocks of several machines, or clocks being adjusted, may differ. */
const toleratedMs = 2_000

const notReached: readonly EnumValue<'recordState'>[] = ['busy', 'refused', 'failed', 'noAnswer', 'cancelled']

/** For one leg: answered, time for the next channel, or the time until which to wait. */
const outcomeOf = (leg: Leg, triedAt: number, record: RecordFact | undefined, answerS: number, at: number) => {
  if (record?.state === 'answered') return 'answered'
  if (leg.key !== null && (!record || notReached.includes(record.state))) return 'next'
  // The phone rings from the moment the provider took the call, not from when it was queued.
  // If that moment lies in the future, the clock has been set back, and the real one is unknown.
  const sentAt = record?.sentAt ?? 0
  const until = Math.max(triedAt, sentAt > at + toleratedMs ? 0 : sentAt) + answerS * 1000
  return at >= until ? 'next' : until
}

const sameList = (a: Leg, b: Leg): boolean => a.list !== null && a.list === b.list && a.step === b.step && a.round === b.round

/** Applies answers, failures and elapsed time to the legs in progress. */
const settle = (rule: StoredRule, legs: readonly Leg[], records: ReadonlyMap<string, RecordFact>, at: number) => {
  let kept: Leg[] = []
  const answered: Leg[] = []
  let lookAt = Infinity
  for (const leg of legs) {
    if (leg.triedAt === null) {
      kept.push(leg)
      continue
    }
    const record = leg.key === null ? undefined : records.get(leg.key)
    const outcome = outcomeOf(leg, leg.triedAt, record, rule.steps[leg.step - 1]?.answerS ?? 0, at)
    if (outcome === 'answered') answered.push(leg)
    else if (outcome === 'next') {
      const channels = leg.channels.slice(1)
      if (channels.length > 0) kept.push({ ...leg, channels, triedAt: null, key: null })
    } else {
      kept.push(leg)
      lookAt = Math.min(lookAt, outcome)
    }
  }
  // An answer ends the list: nobody after that person is called.
  kept = kept.filter((leg) => !answered.some((one) => sameList(one, leg)))
  return { legs: kept, lookAt }
}

/** The legs of a step: one per person that it notifies. */
const legsOf = ({ step, round, verdicts }: DoneStep): Leg[] =>
  verdicts.flatMap(({ person, kind, tell: channels, receiver }) =>
    person === null || channels.length === 0
      ? []
      : [{ step, round, person, channels, list: isList(kind) ? receiver : null, triedAt: null, key: null }],
  )

/**
 * Starts the legs whose turn it is. After downtime, several steps may reach the same person at the same moment. They then get one message
 * per channel, and every such leg waits for its answer and continues on its own. So nobody is called five times in a row, and nobody is
 * skipped.
 */
const begin = (legs: readonly Leg[], at: number, newKey: NewKey): { legs: Leg[]; attempts: Attempt[] } => {
  const attempts: Attempt[] = []
  const lists = new Set<string>()
  const keys = new Map<string, string | null>()
  const begun = legs.map((leg) => {
    const list = `${leg.step} ${leg.round} ${leg.list}`
    const waits = leg.list !== null && lists.has(list)
    lists.add(list)
    const [channel] = leg.channels
    if (leg.triedAt !== null || waits || channel === undefined) return leg
    const who = `${channel} ${leg.person.who}`
    const shared = keys.has(who)
    const key = shared ? (keys.get(who) ?? null) : channel === 'inSite' ? null : newKey()
    keys.set(who, key)
    const next: Leg = { ...leg, triedAt: at, key }
    attempts.push({ leg: next, channel, shared })
    return next
  })
  return { legs: begun, attempts }
}

export interface Run {
  readonly rule: StoredRule
  readonly startedAt: number
  readonly progress: Progress
}

/** Steps that are due and not carried out yet. */
export const dueSteps = ({ rule, startedAt, progress }: Run, at: number): DueStep[] =>
  stepsOf(rule, startedAt)
    .slice(progress.done)
    .filter((step) => step.at <= at)

export interface Advanced {
  readonly progress: Progress
  readonly attempts: readonly Attempt[]
  readonly done: readonly DoneStep[]
  /** When the next step is due; null if there is none. */
  readonly nextStepAt: number | null
  /** When to look again; null: the run is finished. */
  readonly dueAt: number | null
}

/**
 * Brings a run up to a moment: the outcomes of messages sent, the steps that have become due, and whom to notify now.
 * @param verdictsOf returns the verdicts of `tell` for a due step
 */
export const nextOf = (
  run: Run,
  records: ReadonlyMap<string, RecordFact>,
  at: number,
  { verdictsOf, newKey }: { readonly verdictsOf: (step: DueStep) => readonly Verdict[]; readonly newKey: NewKey },
): Advanced => {
  const settled = settle(run.rule, run.progress.legs, records, at)
  const done = dueSteps(run, at).map((step) => ({ ...step, verdicts: verdictsOf(step) }))
  const begun = begin([...settled.legs, ...done.flatMap(legsOf)], at, newKey)
  const count = run.progress.done + done.length
  const nextStepAt = stepsOf(run.rule, run.startedAt)[count]?.at ?? null
  const answerUntil = begun.attempts.map(({ leg }) => at + (run.rule.steps[leg.step - 1]?.answerS ?? 0) * 1000)
  const dueAt = Math.min(settled.lookAt, nextStepAt ?? Infinity, ...answerUntil)
  return {
    progress: { done: count, legs: begun.legs, seenAt: at },
    attempts: begun.attempts,
    done,
    nextStepAt,
    dueAt: Number.isFinite(dueAt) ? dueAt : null,
  }
}

/** After the clock was set back, everything would wait that much longer. So all moments of the run are moved back too. */
export const withClock = <R extends Run>(run: R, at: number): R => {
  const back = run.progress.seenAt - at
  if (back <= toleratedMs) return run
  const legs = run.progress.legs.map((leg) => ({ ...leg, triedAt: leg.triedAt === null ? null : leg.triedAt - back }))
  return { ...run, startedAt: run.startedAt - back, progress: { ...run.progress, legs, seenAt: at } }
}
