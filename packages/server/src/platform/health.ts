import { healthProblems, type HealthProblem } from '@emberwatch/contract'

/** What each part reports about itself: `ok`, or a word for what is wrong. Answered from memory, without waiting. */
export type HealthChecks = Readonly<Record<HealthProblem, () => string>>

/** How long the oldest of something waits. Null: this process has nothing to do with it. */
export interface Delays {
  /** A report, to be stored (ms); 0 if none waits. */
  readonly storingMs: number | null
  /** An alarm message, to be sent (s), from the time on at which that is a problem; 0 if none waits so long. */
  readonly sendingS: number | null
}

export interface Health {
  /** Each part with `ok` or what is wrong. */
  parts(): Readonly<Record<HealthProblem, string>>
  problems(): HealthProblem[]
  /** From memory, like everything here. */
  delays(): Delays
  /** Calls back within a second of each change. Returns the unsubscribe function. */
  onChange(listener: (problems: readonly HealthProblem[]) => void): () => void
  start(): void
  stop(): void
}

const checkIntervalMs = 1_000

/** The only place that knows what the system cannot do right now: for readiness, and for every console (silence must never look healthy). */
export const createHealth = (
  checks: HealthChecks,
  delays: () => Delays = () => ({ storingMs: null, sendingS: null }),
): Health => {
  const listeners = new Set<(problems: readonly HealthProblem[]) => void>()
  let timer: NodeJS.Timeout | undefined
  let known = ''

  const statusOf = (part: HealthProblem): string => {
    try {
      return checks[part]()
    } catch {
      return 'unknown'
    }
  }
  const problems = () => healthProblems.filter((part) => statusOf(part) !== 'ok')
  const check = (): void => {
    const now = problems()
    if (now.join() === known) return
    known = now.join()
    for (const listener of listeners) listener(now)
  }

  return {
    parts: () =>
      Object.fromEntries(healthProblems.map((part) => [part, statusOf(part)])) as Readonly<Record<HealthProblem, string>>,
    problems,
    delays,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      timer ??= setInterval(check, checkIntervalMs)
    },
    stop: () => clearInterval(timer),
  }
}
