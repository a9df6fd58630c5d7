import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { accountById } from '../account/own-account.ts'
import { checkPassword } from '../../base/access/attempts.ts'
import { verifyPassword } from '../../base/access/password.ts'
import { proveSession } from '../../base/access/sessions.ts'
import { ownId } from '../../../platform/self-audit.ts'

/**
 * The caller's own account, after entering its password again. Wrong ones count as at sign-in.
 * @throws DomainError accountLocked; `refusal` for a wrong or missing password
 */
export const reauthenticate = async (
  ctx: Ctx,
  password: string | undefined,
  refusal = new DomainError('wrongPassword', {}, 'password'),
) => {
  const own = await accountById(ctx.db, ownId(ctx.actor))
  if (password === undefined) throw refusal
  const attempt = { account: own.account, accountId: own.id, signedIn: true } as const
  if (!(await checkPassword(ctx, attempt, () => verifyPassword(password, own.password_hash)))) throw refusal
  if (ctx.actor.sessionHash) await proveSession(ctx.systemDb, ctx.actor.sessionHash, ctx.clock.now())
  return own
}
