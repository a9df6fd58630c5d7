import type { Ctx } from '../packages/server/src/platform/context.ts'
import type { BenchWorld } from './world.ts'

/** Who asks: a list costs each of them something else. */
const callers = ['siter', 'distributor', 'agent'] as const

const calls = 20

/** The median (ms) of some calls, after three that do not count. */
const median = async (work: () => Promise<unknown>): Promise<number> => {
  const taken: number[] = []
  for (let call = -3; call < calls; call++) {
    const from = performance.now()
    await work()
    if (call >= 0) taken.push(performance.now() - from)
    // A slow one is known as slow after a few.
    if (taken.length === 3 && (taken[0] ?? 0) > 500) break
  }
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? 0
}

interface Side {
  readonly world: BenchWorld
  /** Paths of companies, by who asks. */
  readonly tree: Readonly<Record<(typeof callers)[number], string>>
}

/** Below this (ms) an answer is within the noise of the machine. */
const noise = 5

/**
 * Prints what each question takes at few rows and at many, for each caller, and their ratio; at the end, how many take more than
 * twice as long as the same caller's few rows, and as all of the few, which is the operating company's list. Stops both worlds.
 */
export const compareSides = async <S extends Side>(
  sides: readonly [few: S, many: S],
  questions: Readonly<Record<string, (ctx: Ctx, side: S) => Promise<unknown>>>,
): Promise<void> => {
  const above = { own: 0, all: 0, cases: 0 }
  let slowest = 0
  try {
    for (const [name, ask] of Object.entries(questions)) {
      const said: string[] = []
      let all = 0
      for (const caller of callers) {
        const times: number[] = []
        for (const side of sides) times.push(await median(() => ask(side.world.ctxAt(side.tree[caller]), side)))
        const [few = 0, many = 0] = times
        said.push(`${caller} ${few.toFixed(1)} → ${many.toFixed(1)} ms (${(many / few).toFixed(1)})`)
        all ||= few
        above.cases++
        if (many > noise && many > 2 * few) above.own++
        if (many > noise && many > 2 * all) above.all++
        slowest = Math.max(slowest, many)
      }
      console.info(`${name.padEnd(26)} ${said.join('   ')}`)
    }
    console.info(
      `Of ${above.cases}, slower than ${noise} ms and more than twice as slow: ${above.own} as the caller's few, ${above.all} as all of the few. Slowest: ${slowest.toFixed(1)} ms`,
    )
  } finally {
    for (const { world } of sides) await world.stop()
  }
}
