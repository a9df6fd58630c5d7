import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { NothingToDo } from '../../../platform/transact.ts'
import { endHold } from './unhold-order.ts'

/** How many are handled in one run. The next run follows within a minute. */
const atOnce = 500

/** Somebody was faster: the order is no longer on hold. */
const wasFirst = (error: unknown): boolean =>
  error instanceof NothingToDo ||
  (error instanceof DomainError && ['wrongState', 'staleVersion', 'notFound'].includes(error.reason))

/** Resumes orders whose hold has ended. Safe after any downtime and with several processes. */
export const endHolds = async (ctx: Ctx): Promise<void> => {
  const due = await ctx.systemDb // not scoped: the system's own job
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
