import { limits } from '@emberwatch/contract'
import { pageAlarms } from '../packages/server/src/features/alarm/alarm.reads.ts'
import { ensurePartitions } from '../packages/server/src/platform/database/partitions.ts'
import { quantile, type Bench } from './bench.ts'
import { addTree, fillAlarms, openBenchWorld, type BenchTree, type BenchWorld } from './world.ts'

/** All rows of the small table belong to one agent, so that page 1,000 is full for every caller and the comparison is fair. */
const small = 10_000
const large = 1_000_000
const calls = 200

const sizes: { world: BenchWorld; tree: BenchTree }[] = []

/** p99 of one page with its total, in milliseconds. */
const p99 = async (world: BenchWorld, path: string, pageNum: number): Promise<number> => {
  const ctx = world.ctxAt(path)
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    const start = performance.now()
    await pageAlarms(ctx, { pageNum, pageSize: limits.defaultPageSize })
    times.push(performance.now() - start)
  }
  return quantile(times, 0.99)
}

/** The same list with 10 K and with 1 M alarms, for the three kinds of callers, each page with its total. */
export const bench: Bench = {
  name: 'alarm list',
  about: 'p99 at 1 M alarms ÷ p99 at 10 K, with total',
  rounds: 5,
  targets: Object.fromEntries(
    ['siter', 'distributor', 'agent'].flatMap((who) =>
      ['first', '1000'].map((page) => [`${who}_page_${page}_ratio`, { most: 2 }]),
    ),
  ),
  async setUp() {
    for (const rows of [small, large]) {
      const world = await openBenchWorld()
      const tree = await addTree(world.db)
      await ensurePartitions(world.db, new Date(Date.now() - 31 * 86_400_000))
      await ensurePartitions(world.db, new Date())
      await fillAlarms(world.db, rows === small ? tree.agents.slice(0, 1) : tree.agents, rows)
      sizes.push({ world, tree })
    }
  },
  async run() {
    const [at10K, at1M] = sizes
    if (!at10K || !at1M) throw new Error('not set up')
    const figures: Record<string, number> = {}
    for (const who of ['siter', 'distributor', 'agent'] as const) {
      for (const [name, page] of [
        ['first', 1],
        ['1000', 1_000],
      ] as const) {
        const few = await p99(at10K.world, at10K.tree[who], page)
        const many = await p99(at1M.world, at1M.tree[who], page)
        figures[`${who}_page_${name}_ms`] = many
        figures[`${who}_page_${name}_ratio`] = many / few
      }
    }
    return figures
  },
  async tearDown() {
    for (const { world } of sizes) await world.stop()
  },
}
