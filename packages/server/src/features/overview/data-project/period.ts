import { statisticsDays } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'

export interface Period {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

/** The period that the input of a statistics page asks for. */
export const periodOf = (ctx: Ctx, input: { readonly startTime?: string; readonly endTime?: string }): Period => {
  const to = input.endTime ?? ctx.clock.now().toISOString()
  return { from: input.startTime ?? new Date(Date.parse(to) - statisticsDays * dayMs).toISOString(), to }
}
