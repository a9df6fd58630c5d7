import type { endpoints, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Health } from '../../../platform/health.ts'
import { knownBalances } from '../../notify/notify-provider/notify-provider.reads.ts'

type Home = typeof endpoints.homeChart

/** How the program and its providers are doing: what health knows, and what the providers last said. */
export const homePlatform =
  (health: Pick<Health, 'parts' | 'delays'>) =>
  async (ctx: Ctx): Promise<OutputOf<Home['platform']>> => ({
    parts: health.parts(),
    ...health.delays(),
    balances: await knownBalances(ctx),
  })
