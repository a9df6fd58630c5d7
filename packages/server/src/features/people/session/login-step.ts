import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { accountById } from '../account/own-account.ts'
import { addressIn, checkSecondFactor } from '../../base/access/attempts.ts'
import { logRefusal } from './log-refusal.ts'
import { insertLoginStep, removeLoginStep, tryLoginStep } from '../../base/access/login-steps.ts'
import { openSession, refusalOf } from './open-session.ts'
import { hashOf, newToken } from '../../base/access/token.ts'
import { isOwnCode, isRecoveryCode } from './two-step.ts'

/**
 * Remembers a correct password until the code arrives. The ticket is valid for five minutes, at the same address. There is no
 * session yet.
 */
export const beginLoginStep = async (
  ctx: Ctx,
  proved: { readonly accountId: number; readonly account: string; readonly verified: string },
): Promise<string> => {
  const { token, hash } = newToken()
  await insertLoginStep(ctx.systemDb, {
    ticket_hash: hash,
    account_id: proved.accountId,
    account: proved.account,
    address: addressIn(ctx),
    password_hash: proved.verified,
    expires_at: new Date(ctx.clock.now().getTime() + limits.loginStepLife),
  })
  return token
}

/** The second step of a sign-in: a code from the authenticator, or a recovery code, opens the session. */
export const finishLogin = async (ctx: Ctx, input: InputOf<typeof endpoints.session.loginCode>): Promise<string> => {
  const { systemDb } = ctx // no session yet, so no scope
  const hash = hashOf(input.ticket)
  const step = await tryLoginStep(systemDb, hash, addressIn(ctx), limits.loginStepTries, ctx.clock.now())
  if (!step) throw new DomainError('signInStepEnded')
  const own = await accountById(systemDb, step.account_id)
  try {
    const refusal = await refusalOf(ctx, own.id)
    if (refusal) throw refusal
    const attempt = { account: own.account, accountId: own.id }
    if (!(await checkSecondFactor(ctx, attempt, () => isOwnCode(ctx, own, input.code))))
      throw new DomainError('wrongCode', {}, 'code')
    await removeLoginStep(systemDb, hash)
    return await openSession(ctx, {
      accountId: own.id,
      account: step.account,
      action: 'session.login',
      verified: step.password_hash,
      withRecoveryCode: isRecoveryCode(input.code),
    })
  } catch (error) {
    if (error instanceof DomainError) await logRefusal(ctx, { account: step.account, accountId: own.id, path: own.path }, error)
    throw error
  }
}
