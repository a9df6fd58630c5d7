import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { forgiveAttempts } from '../session/attempts.ts'
import { lockManaged, type AccountFamily } from './account.rules.ts'

/** Lifts the lock that wrong passwords put on an account. */
export const unlockAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.unlock>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input.id)
    await forgiveAttempts(write.systemDb, account.account)
    write.audit({
      action: 'account.unlock',
      object: { kind: 'account', id: account.id, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
    })
    return null
  })
