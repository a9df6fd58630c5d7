import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { resetAttempts } from '../../base/access/attempts.ts'
import { lockManaged, type AccountFamily } from './account.rules.ts'

/** Lifts the lock that wrong passwords put on an account. */
export const unlockAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.unlock>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    await resetAttempts(write.systemDb, account.account)
    auditRow(write, 'account', account, { action: 'account.unlock' })
    return null
  })
