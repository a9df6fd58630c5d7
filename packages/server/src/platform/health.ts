import { healthProblems, type HealthProblem } from '@emberwatch/contract'

/** What each part answers about itself: `ok`, or a word that says what is wrong. Answered from memory, at once. */
export type HealthChecks = Readonly<Record<HealthProblem, () => string>>

export interface Health {
  /** Each part with `ok` or what is wrong with it. */
  parts(): Readonly<Record<HealthProblem, string>>
  problems(): HealthProblem[]
  /** Hears of each change of the problems, within a second. Answers how to leave. */
  onChange(listener: (problems: readonly HealthProblem[]) => void): () => void
  start(): void
  stop(): void
}

const lookEveryMs = 1_000

/** The one place that knows what this system cannot do now: for readiness, and for every console (silence must never look healthy). */
export const createHealth = (checks: HealthChecks): Health => {
  const listeners = new Set<(problems: readonly HealthProblem[]) => void>()
  let timer: NodeJS.Timeout | undefined
  let known = ''

  const answerOf = (part: HealthProblem): string => {
    try {
      return checks[part]()
    } catch {
      return 'unknown'
    }
  }
  const problems = () => healthProblems.filter((part) => answerOf(part) !== 'ok')
  const look = (): void => {
    const now = problems()
    if (now.join() === known) return
    known = now.join()
    for (const listener of listeners) listener(now)
  }

  return {
    parts: () =>
      Object.fromEntries(healthProblems.map((part) => [part, answerOf(part)])) as Readonly<Record<HealthProblem, string>>,
    problems,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    start() {
      timer ??= setInterval(look, lookEveryMs)
    },
    stop: () => clearInterval(timer),
  }
}
