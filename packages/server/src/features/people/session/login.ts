import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { rehashPassword } from '../account/own-account.ts'
import { accountByName } from '../account/own-account.ts'
import { checkPassword } from '../../base/access/attempts.ts'
import { beginLoginStep } from './login-step.ts'
import { checkCaptcha } from '../../base/access/captcha.ts'
import { openSession, refusalOf } from './open-session.ts'
import { hashPassword, isOutdated, verifyPassword } from '../../base/access/password.ts'
import { logRefusal } from './log-refusal.ts'

/**
 * Signs in with account and password, or starts the second step. Only somebody who knows the password learns what is wrong with
 * an account or its company. Everybody else gets the same answer after the same time, whether or not the account exists.
 */
export const login = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.session.login>,
): Promise<OutputOf<typeof endpoints.session.login>> => {
  await checkCaptcha(ctx, input)
  const { systemDb } = ctx // no session yet, so no scope
  let known: Awaited<ReturnType<typeof accountByName>>
  try {
    known = await accountByName(systemDb, input.account)
    const hash = known?.password_hash ?? null
    const attempt = { account: input.account, accountId: known?.id ?? null }
    const right = await checkPassword(ctx, attempt, () => verifyPassword(input.password, hash))
    if (!known || !right) throw new DomainError('wrongCredentials')
    if (known.pending) throw new DomainError('registrationPending')
    const refusal = await refusalOf(ctx, known.id)
    if (refusal) throw refusal
    const newHash = isOutdated(known.password_hash) ? await hashPassword(input.password) : undefined
    if (newHash !== undefined) await rehashPassword(systemDb, known.id, known.password_hash, newHash)
    const proved = { accountId: known.id, account: input.account, verified: newHash ?? known.password_hash }
    if (known.two_step_secret !== null) return { secondStep: await beginLoginStep(ctx, proved) }
    return await openSession(ctx, { ...proved, action: 'session.login' })
  } catch (error) {
    if (error instanceof DomainError) {
      await logRefusal(ctx, { account: input.account, accountId: known?.id ?? null, path: known?.path ?? null }, error)
    }
    throw error
  }
}
