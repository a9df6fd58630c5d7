import { scoped } from '../../platform/database/scope.ts'
import type { Write } from '../../platform/transact.ts'
import { callerOfAccount } from './authenticate.ts'

/** What waits for more people than this waits for nobody in particular. */
const mostTold = 50

/**
 * Those of these accounts that see any of some rows, with how many: others could not open what a message is about, and what it says is not for them. Each
 * account is looked at on its own, so ask before rows are locked that reports write to.
 */
export const whoSees = async (
  { systemDb, at }: Pick<Write, 'systemDb' | 'at'>,
  accountIds: readonly number[],
  table: 'work_order' | 'user_feedback',
  rowIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  const callerOf = callerOfAccount(systemDb, { now: () => at })
  const found = new Map<number, number>()
  for (const id of accountIds) {
    if (found.size >= mostTold) break
    const caller = await callerOf(id)
    if (!caller) continue
    const { seen } = await scoped(systemDb, caller.scope)
      .selectFrom<'work_order' | 'user_feedback'>(table)
      .select((e) => e.fn.countAll<number>().as('seen'))
      .where('id', 'in', rowIds)
      .executeTakeFirstOrThrow()
    if (seen > 0) found.set(id, seen)
  }
  return found
}
