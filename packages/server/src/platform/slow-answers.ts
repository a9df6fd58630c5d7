import { type SharedAnswers, sharedNext } from './shared-next.ts'

/** Below this an answer is never repeated (ms). */
const slowMs = 200
/** An answer is repeated for this many times as long as it took, so asking takes at most 2 % of a core. */
const restFactor = 50
const longestRestMs = 30_000
const maxKnown = 1_000

export interface SlowAnswers<Answer> {
  /** How many answers are kept at most. */
  readonly most: number
  readonly running: SharedAnswers<Answer>
  readonly known: Map<string, { readonly answer: Answer; readonly until: number }>
}

export const createSlowAnswers = <Answer>(most = maxKnown): SlowAnswers<Answer> => ({
  most,
  running: new Map(),
  known: new Map(),
})

/**
 * For figures that grow with the system and are asked for at every event. An answer that took more than 200 ms is repeated for fifty times as long, at most
 * 30 s; everybody who asks meanwhile shares it. A quick answer is always asked anew. Errors are not kept.
 * @param now the time, in ms, on any scale
 * @param longestMs for figures that may be older, such as charts
 */
export const rememberSlow = async <Answer>(
  { most, running, known }: SlowAnswers<Answer>,
  question: string,
  ask: () => Promise<Answer>,
  now: () => number = () => performance.now(),
  longestMs = longestRestMs,
): Promise<Answer> => {
  const last = known.get(question)
  if (last !== undefined && now() < last.until) return last.answer
  return sharedNext(running, question, async () => {
    const began = now()
    const answer = await ask()
    const took = now() - began
    known.delete(question)
    if (took <= slowMs) return answer
    if (known.size >= most) known.clear()
    known.set(question, { answer, until: now() + Math.min(longestMs, took * restFactor) })
    return answer
  })
}
