import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { lockManaged, type AccountFamily } from './account.rules.ts'
import { deleteAccountRows, openOrdersOf } from './account.store.ts'

/** Deletes an account without open orders; otherwise the error names the orders. The row stays for the history. */
export const deleteAccount = (ctx: Ctx, family: AccountFamily, input: InputOf<typeof endpoints.account.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input, 'delete')
    // Not scoped: orders of companies above count too, and are named.
    refuseInUse(await openOrdersOf(write.systemDb, account.id), () => true)
    await endSessions(write, [account.id])
    await deleteAccountRows(write.systemDb, [account.id], write.by, write.at)
    const changes = { account: [account.account, null], name: [account.name, null] } as const
    auditRow(write, 'account', account, { action: 'account.del', changes })
    return null
  })
