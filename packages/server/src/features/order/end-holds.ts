import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { endHold, NotDue } from './unhold-order.ts'

/** So many are taken in one go; the next comes within a minute. */
const atOnce = 500

/** Somebody was faster: the order is no longer on hold. */
const wasFirst = (error: unknown): boolean =>
  error instanceof NotDue || (error instanceof DomainError && ['wrongState', 'staleVersion', 'notFound'].includes(error.reason))

/** Orders whose hold is over go on. Correct after any standstill, and by two processes at once. */
export const endHolds = async (ctx: Ctx): Promise<void> => {
  const due = await ctx.systemDb // the system's own job
    .selectFrom('work_order')
    .select(['id', 'kind'])
    .where('status', '=', 'on_hold')
    .where('hold_until', '<=', ctx.clock.now().toISOString())
    .where('deleted_at', 'is', null)
    .orderBy('hold_until')
    .limit(atOnce)
    .execute()
  await oneByOne(due, ({ id, kind }) =>
    endHold(ctx, kind, id).catch((error: unknown) => {
      if (!wasFirst(error)) throw error
    }),
  )
}
