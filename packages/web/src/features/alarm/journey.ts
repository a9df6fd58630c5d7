import { formatDay, formatDuration } from '../../kit/time.tsx'

/** A duration with milliseconds where they matter: 12 ms, 3.204 s, 1:05. */
export const formatLength = (milliseconds: number): string => {
  if (milliseconds < 1_000) return `${milliseconds} ms`
  return milliseconds < 60_000 ? `${(milliseconds / 1000).toFixed(3)} s` : formatDuration(milliseconds)
}

/** The time between two steps. A device's clock may run ahead of the platform's: −120 ms. */
export const formatDelta = (milliseconds: number): string =>
  `${milliseconds < 0 ? '−' : '+'}${formatLength(Math.abs(milliseconds))}`

export interface TimedStep<T> {
  step: T
  /** Milliseconds since the previous step. Null for the first. */
  delta: number | null
  /** Whether it is on another day than the previous step. */
  newDay: boolean
}

export const withDeltas = <T extends { at: string }>(steps: readonly T[], zone?: string): TimedStep<T>[] =>
  steps.map((step, index) => {
    const before = steps[index - 1]
    if (!before) return { step, delta: null, newDay: true }
    const newDay = formatDay(before.at, zone) !== formatDay(step.at, zone)
    return { step, delta: Date.parse(step.at) - Date.parse(before.at), newDay }
  })
