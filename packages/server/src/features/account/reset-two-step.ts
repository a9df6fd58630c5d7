import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { forgiveAttempts } from '../session/attempts.ts'
import { removeTwoStep } from '../session/change-two-step.ts'
import { assertHoldsRightsOf, lockManaged, type AccountFamily } from './account.rules.ts'

/** Takes the second step from an account whose owner has lost it. They sign in with their password and, where a role asks for it, set it up anew. */
export const resetTwoStep = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.resetTwoStep>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input.id)
    await assertHoldsRightsOf(ctx, write, account)
    await removeTwoStep(ctx, write, account.id)
    await forgiveAttempts(write.systemDb, account.account)
    write.audit({
      action: 'account.resetTwoStep',
      object: { kind: 'account', id: account.id, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
    })
    return null
  })
