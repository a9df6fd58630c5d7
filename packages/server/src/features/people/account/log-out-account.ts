import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { dropSubscriptionsOf } from '../push/drop-subscriptions-of.ts'
import { lockManaged, type AccountFamily } from './account.rules.ts'

/** Ends all sessions of an account, and its push messages. */
export const logOutAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.endSessions>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    await endSessions(write, [account.id])
    await dropSubscriptionsOf(write.systemDb, account.id)
    auditRow(write, 'account', account, { action: 'account.logoutAll' })
    return null
  })
