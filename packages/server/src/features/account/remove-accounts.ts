import type { Ctx } from '../../platform/context.ts'
import type { Write } from '../../platform/transact.ts'
import { endSessions } from '../access/end-sessions.ts'
import { deleteAccountRows } from './account.store.ts'

/** Deletes accounts with what they belong to, in the write that deletes it, which has judged that it may and is audited for it. */
export const removeAccounts = async (ctx: Ctx, write: Write, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await endSessions(write, ids)
  await deleteAccountRows(write.systemDb, ids, ctx.actor.accountId, write.at)
}
