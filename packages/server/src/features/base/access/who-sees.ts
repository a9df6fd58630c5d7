import { scoped } from '../../../platform/database/scope.ts'
import type { Write } from '../../../platform/transact.ts'
import { callerOfAccount } from './authenticate.ts'

/** Beyond this many receivers, nobody in particular is told. */
const mostTold = 50

/**
 * Which of these accounts see any of some rows, and how many. The others could not open what a message is about, and must not read what it
 * says. Each account is checked on its own, so call this before locking rows that reports write to.
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
