import type { Ctx } from '../packages/server/src/platform/context.ts'
import { quantile } from './bench.ts'
import type { BenchWorld } from './world.ts'

/** The callers: a list costs each of them something else. */
const callers = ['siter', 'distributor', 'agent'] as const

const calls = 20

/** The medians (ms) of some calls on each side, after three that do not count; alternating, so that other load on the machine affects both. */
const medians = async (works: readonly (() => Promise<unknown>)[]): Promise<number[]> => {
  const taken = works.map((): number[] => [])
  for (let call = -3; call < calls; call++) {
    for (const [side, work] of works.entries()) {
      const from = performance.now()
      await work()
      if (call >= 0) taken[side]?.push(performance.now() - from)
    }
    // A few calls are enough to know that one is slow.
    if (call === 2 && taken.some(([first = 0]) => first > 500)) break
  }
  return taken.map((times) => quantile(times, 0.5))
}

interface Side {
  readonly world: BenchWorld
  /** Company paths, by caller. */
  readonly tree: Readonly<Record<(typeof callers)[number], string>>
}

/** Below this (ms) an answer is within the noise of the machine. */
const noise = 5

interface Comparison<S> {
  readonly few: S
  readonly many: S
  readonly questions: Readonly<Record<string, (ctx: Ctx, side: S) => Promise<unknown>>>
}

/**
 * Prints how long each question takes with few rows and with many, for each caller, and their ratio. At the end: how many take
 * more than twice as long as the same caller's few rows, and as all of the few rows, which is the operating company's list.
 */
export const compareSides = async <S extends Side>(comparisons: readonly Comparison<S>[]): Promise<void> => {
  const above = { own: 0, all: 0, cases: 0 }
  let slowest = 0
  for (const { few: fewSide, many: manySide, questions } of comparisons)
    for (const [name, ask] of Object.entries(questions)) {
      const said: string[] = []
      let all = 0
      for (const caller of callers) {
        const works = [fewSide, manySide].map((side) => () => ask(side.world.ctxAt(side.tree[caller]), side))
        const [few = 0, many = 0] = await medians(works)
        all ||= few
        above.cases++
        const slow = many > noise && many > 2 * few
        if (slow) above.own++
        if (many > noise && many > 2 * all) above.all++
        said.push(`${caller} ${few.toFixed(1)} → ${many.toFixed(1)} ms (${(many / few).toFixed(1)}${slow ? '!' : ''})`)
        slowest = Math.max(slowest, many)
      }
      console.info(`${name.padEnd(26)} ${said.join('   ')}`)
    }
  console.info(
    `Of ${above.cases}, slower than ${noise} ms and more than twice as slow: ${above.own} as the caller's few, ${above.all} as all of the few. Slowest: ${slowest.toFixed(1)} ms`,
  )
}
