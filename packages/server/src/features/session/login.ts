import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { accountByName } from './account.store.ts'
import { judgePassword } from './attempts.ts'
import { checkCaptcha } from './captcha.ts'
import { openSession, refusalOf } from './open-session.ts'
import { hashPassword, isOutdated, verifyPassword } from './password.ts'
import { insertLoginLog } from './session.store.ts'

/**
 * Signs in with account and password. What is wrong with an account or its company is told only to whoever knew the password;
 * anybody else hears the same, after the same time, whether or not there is such an account.
 */
export const login = async (ctx: Ctx, input: InputOf<typeof endpoints.session.login>): Promise<string> => {
  await checkCaptcha(ctx, input)
  const { systemDb } = ctx // there is no session yet, so nobody's scope
  let known: Awaited<ReturnType<typeof accountByName>>
  try {
    known = await accountByName(systemDb, input.account)
    const hash = known?.password_hash ?? null
    const right = await judgePassword(ctx, input.account, () => verifyPassword(input.password, hash))
    if (!known || !right) throw new DomainError('wrongCredentials')
    const refusal = await refusalOf(ctx, known.id)
    if (refusal) throw refusal
    const verified = known.password_hash
    const newHash = isOutdated(verified) ? await hashPassword(input.password) : null
    return await openSession(ctx, {
      accountId: known.id,
      account: input.account,
      action: 'session.login',
      password: { verified, newHash },
    })
  } catch (error) {
    if (error instanceof DomainError) {
      await insertLoginLog(systemDb, {
        at: ctx.clock.now(),
        path: known?.path ?? null,
        account_id: known?.id ?? null,
        account: input.account,
        result: error.reason,
        ip: ctx.origin.ip,
        user_agent: ctx.origin.userAgent,
      })
    }
    throw error
  }
}
