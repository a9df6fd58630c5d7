import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertStrongPassword } from '../../base/access/password-policy.ts'
import { resetAttempts } from '../../base/access/attempts.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { dropSubscriptionsOf } from '../push/drop-subscriptions-of.ts'
import { assertHoldsRightsOf, lockManaged, type AccountFamily } from './account.rules.ts'
import { initialPassword } from './initial-password.ts'

/** Sets another account's password, which its holder must replace at the next sign-in. Ends its sessions and lifts a lock. */
export const resetPassword = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.changePwd>,
): Promise<{ id: number; password: string | null }> => {
  if (input.password !== undefined) assertStrongPassword(ctx, input.password, 'password')
  const initial = await initialPassword(ctx, input.password)
  return transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    await assertHoldsRightsOf(ctx, write, account)
    const columns = { password_hash: initial.hash, must_change_password: true, password_set_at: write.at }
    await updateRow(write, 'account', account, columns, {
      action: 'account.changePwd',
      changes: { must_change_password: null, password_set_at: null },
    })
    await endSessions(write, [account.id])
    await dropSubscriptionsOf(write.systemDb, account.id)
    await resetAttempts(write.systemDb, account.account)
    return { id: account.id, password: initial.shown }
  })
}
