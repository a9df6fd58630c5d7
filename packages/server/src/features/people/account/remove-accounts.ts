import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { deleteAccountRows } from './account.store.ts'

/** Deletes accounts together with their owner, within the owner's deletion, which has checked the rights and is audited. */
export const removeAccounts = async (ctx: Ctx, write: Write, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await endSessions(write, ids)
  await deleteAccountRows(write.systemDb, ids, ctx.actor.accountId, write.at)
}
