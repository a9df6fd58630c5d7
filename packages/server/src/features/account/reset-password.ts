import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { forgiveAttempts } from '../session/attempts.ts'
import { endSessions } from '../session/end-sessions.ts'
import { assertHoldsRightsOf, lockManaged, type AccountFamily } from './account.rules.ts'
import { updateAccountRow } from './account.store.ts'
import { initialPassword } from './initial-password.ts'

/** Sets another's password, which they must replace at the next sign-in; their sessions end, and so does a lock. */
export const resetPassword = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.changePwd>,
): Promise<{ id: number; password: string | null }> => {
  const initial = await initialPassword(ctx, input.password)
  return transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input.id)
    await assertHoldsRightsOf(ctx, write, account)
    const changes = { password_hash: initial.hash, must_change_password: true }
    await updateAccountRow(write.db, account.id, account.version, changes, ctx.actor.accountId, write.at)
    await endSessions(write, [account.id])
    await forgiveAttempts(write.systemDb, account.account)
    write.audit({
      action: 'account.changePwd',
      object: { kind: 'account', id: account.id, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
    })
    return { id: account.id, password: initial.shown }
  })
}
