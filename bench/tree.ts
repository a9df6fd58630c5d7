import type { CompanyKind, EnumValue } from '@emberwatch/contract'
import { pageAccounts } from '../packages/server/src/features/people/account/account.reads.ts'
import type { AccountPageInput } from '../packages/server/src/features/people/account/account.lists.ts'
import { pageCompanies } from '../packages/server/src/features/people/company/company.reads.ts'
import { pageCustomers } from '../packages/server/src/features/people/customer/customer.reads.ts'
import type { Ctx } from '../packages/server/src/platform/context.ts'
import { quantile, type Bench } from './bench.ts'
import { addTreeOfSize, type Tree, type TreeSize } from './tree-world.ts'
import { openBenchWorld, type BenchWorld } from './world.ts'

const sizes: Record<'small' | 'large', TreeSize> = {
  small: { agentOnes: 80, agentTwos: 900, accounts: 10_000, customers: 10_000 },
  large: { agentOnes: 480, agentTwos: 9_500, accounts: 200_000, customers: 1_000_000 },
}
const calls = 100
/** Unmeasured calls, so that every connection has planned the query: the first plan costs more than small answers do. */
const warmUps = 20
const first = { pageNum: 1, pageSize: 10 }

type Caller = keyof Pick<Tree, 'siter' | 'distributor' | 'agent'>
const callers: Record<Caller, EnumValue<'accountType'>> = {
  siter: 'siter',
  distributor: 'distributor',
  agent: 'agent_one',
}

interface ListBench {
  readonly page: (ctx: Ctx, input: object, tree: Tree) => Promise<{ total: number }>
  readonly inputs: Record<string, (tree: Tree) => object>
}

/** Keywords that match in the small tree as well: this compares finding rows, not finding none. */
const inputs = (
  keywords: readonly [rare: string, short: string, common: string],
  more: ListBench['inputs'] = {},
): ListBench['inputs'] => ({
  'first page': () => ({}),
  disabled: () => ({ enabled: false }),
  ...more,
  'rare keyword': () => ({ keyword: keywords[0] }),
  'two letters': () => ({ keyword: keywords[1] }),
  'common keyword': () => ({ keyword: keywords[2] }),
})
const companies = (kind: CompanyKind): ListBench => ({
  page: (ctx, input) => pageCompanies(ctx, kind, { ...first, ...input }),
  inputs: inputs([`消防${kind}77`, '港湾', '消防']),
})
const accounts = (
  list: Parameters<typeof pageAccounts>[1],
  name: string,
  more: ListBench['inputs'] = {},
  twoLetters = '王伟',
): ListBench => ({
  page: (ctx, input) => pageAccounts(ctx, list, { ...first, ...(input as AccountPageInput) }),
  inputs: inputs([`${name}.77`, twoLetters, `${name}.`], {
    'signed in lately': () => ({ inactiveDays: 30 }),
    ...more,
  }),
})

const lists: Record<string, ListBench> = {
  distributors: companies('distributor'),
  'primary agents': companies('agent_one'),
  'secondary agents': companies('agent_two'),
  'accounts of distributors': accounts('distributor', 'distributor', {}, '11'),
  'accounts of primary agents': accounts('agentOne', 'agent_one'),
  'accounts of secondary agents': accounts('agentTwo', 'agent_two', { role: ({ roleId }) => ({ roleId }) }),
  users: accounts('user', 'user'),
  'customer accounts': accounts('customer', 'customer'),
  customers: {
    page: (ctx, input) => pageCustomers(ctx, { ...first, ...input }),
    inputs: inputs(['公司771', '王伟', '有限公司'], {
      province: () => ({ province: '130000' }),
      trade: () => ({ keyword: '物业' }),
    }),
  },
}

const worlds: { world: BenchWorld; tree: Tree }[] = []

const ctxOf = ({ world, tree }: (typeof worlds)[number], caller: Caller): Ctx => {
  const ctx = world.ctxAt(tree[caller])
  return { ...ctx, actor: { ...ctx.actor, accountType: callers[caller] } }
}

/**
 * The lists of companies, accounts and customers: what they cost at 10,000 companies, 200,000 accounts and 1 M customers,
 * compared with a tenth of that or less.
 */
export const bench: Bench = {
  name: 'tree',
  about: 'p99 of a list at 10,000 companies, 200,000 accounts, 1 M customers ÷ p99 at 1,000, 10,000, 10,000, with total',
  rounds: 5,
  targets: Object.fromEntries(
    Object.entries(lists).flatMap(([list, { inputs }]) =>
      Object.keys(inputs).flatMap((input) =>
        Object.keys(callers).map((caller) => [`${list}, ${input}, ${caller}`, { most: 2 }] as const),
      ),
    ),
  ),
  async setUp() {
    for (const size of [sizes.small, sizes.large]) {
      const world = await openBenchWorld()
      worlds.push({ world, tree: await addTreeOfSize(world.db, size) })
    }
  },
  async run() {
    const [few, many] = worlds
    if (!few || !many) throw new Error('not set up')
    const figures: Record<string, number> = {}
    let slowest = 0
    for (const [list, { page, inputs }] of Object.entries(lists)) {
      for (const [name, inputOf] of Object.entries(inputs)) {
        for (const caller of Object.keys(callers) as Caller[]) {
          const sides = [few, many].map((side) => ({
            run: () => page(ctxOf(side, caller), inputOf(side.tree), side.tree),
            times: [] as number[],
          }))
          // Alternating, so that other load on the machine affects both.
          for (let call = -warmUps; call < calls; call++) {
            for (const { run, times } of sides) {
              const start = performance.now()
              await run()
              if (call >= 0) times.push(performance.now() - start)
            }
          }
          const [small = 0, large = 0] = sides.map(({ times }) => quantile(times, 0.99))
          figures[`${list}, ${name}, ${caller}`] = large / small
          slowest = Math.max(slowest, large)
        }
      }
    }
    return { ...figures, slowest_ms: slowest }
  },
  async tearDown() {
    for (const { world } of worlds) await world.stop()
  },
}
