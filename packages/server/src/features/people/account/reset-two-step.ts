import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { resetAttempts } from '../../base/access/attempts.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { assertHoldsRightsOf, lockManaged, type AccountFamily } from './account.rules.ts'
import { removeSecret } from './two-step-secret.ts'

/**
 * Removes the second factor from an account whose holder has lost it. They sign in with their password and, if a role requires it, set it
 * up anew.
 */
export const resetTwoStep = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.resetTwoStep>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input)
    await assertHoldsRightsOf(ctx, write, account)
    if (!(await removeSecret(write.systemDb, account.id)))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.twoStepOff') })
    await endSessions(write, [account.id])
    await sendMessages(write, [account.id], 'twoStepReset', { who: ctx.actor.name })
    await resetAttempts(write.systemDb, account.account)
    auditRow(write, 'account', account, { action: 'account.resetTwoStep' })
    return null
  })
