import { formatDay, formatSpan } from '../../../kit/time.tsx'

/** A duration with milliseconds where they matter: 12 ms, 3.204 s, 1 min 05 s. */
export const formatLength = (milliseconds: number): string => {
  if (milliseconds < 1_000) return `${milliseconds} ms`
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(3)} s` : formatSpan(milliseconds)
}

/** The time between two steps. A device's clock may run ahead of the platform's: −120 ms. */
export const formatDelta = (milliseconds: number): string =>
  `${milliseconds < 0 ? '−' : '+'}${formatLength(Math.abs(milliseconds))}`

/** The longest time that the program itself should take for one step; more is a gap worth a look. */
const machineGapMs = 5_000
/** The same for people, from one action to the next. */
const peopleGapMs = 5 * 60_000

/** Whether the time between two steps is so long that it stands out. */
const isGap = (delta: number | null, byPerson: boolean): boolean =>
  delta !== null && delta > (byPerson ? peopleGapMs : machineGapMs)

export interface TimedStep<T> {
  readonly step: T
  /** Milliseconds since the previous step. Null for the first. */
  readonly delta: number | null
  /** Whether it is on another day than the previous step. */
  readonly newDay: boolean
  /** It took longer than it should. */
  readonly gap: boolean
}

/** Steps that wait for a person or a device rather than for the program. People who are called take their time to answer. */
const waiting: ReadonlySet<string> = new Set(['repeated', 'raisedAgain', 'restored', 'breached', 'notificationAnswered'])

/** The program waits as its rule requires, to give somebody time to answer before the next person is called. */
const isNextRound = (step: string | undefined, before: readonly { step?: string }[]): boolean =>
  step === 'notificationQueued' && before.some((one) => one.step === 'notificationQueued')

export const withDeltas = <T extends { at: string; step?: string; actor?: string | null }>(
  steps: readonly T[],
  zone?: string,
): TimedStep<T>[] =>
  steps.map((step, index) => {
    const before = steps[index - 1]
    if (!before) return { step, delta: null, newDay: true, gap: false }
    const newDay = formatDay(before.at, zone) !== formatDay(step.at, zone)
    const delta = Date.parse(step.at) - Date.parse(before.at)
    const byPerson = (step.actor ?? null) !== null
    const waits = waiting.has(step.step ?? '') || isNextRound(step.step, steps.slice(0, index))
    return { step, delta, newDay, gap: !waits && isGap(delta, byPerson) }
  })

/** Steps that the program takes for every alarm that is to be shown to people. */
const expected = ['received', 'decoded', 'stored', 'pushed', 'shown'] as const

/** The steps before the first person's action that are missing so far. */
export const missingSteps = (steps: readonly { step: string }[]): (typeof expected)[number][] =>
  expected.filter((name) => !steps.some(({ step }) => step === name))
