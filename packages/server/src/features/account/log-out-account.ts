import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { endSessions } from '../session/end-sessions.ts'
import { lockManaged, type AccountFamily } from './account.rules.ts'

/** Ends all sessions of an account. */
export const logOutAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.endSessions>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input.id)
    await endSessions(write, [account.id])
    write.audit({
      action: 'account.logoutAll',
      object: { kind: 'account', id: account.id, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
    })
    return null
  })
