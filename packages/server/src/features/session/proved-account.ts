import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { accountById } from './account.store.ts'
import { judgePassword } from './attempts.ts'
import { verifyPassword } from './password.ts'
import { ownId } from './self-audit.ts'

/**
 * The caller's own account, after they entered its password again. Wrong ones count as they do at sign-in.
 * @throws DomainError accountLocked; `refusal` for a wrong password or none
 */
export const provedAccount = async (
  ctx: Ctx,
  password: string | undefined,
  refusal = new DomainError('wrongPassword', {}, 'password'),
) => {
  const own = await accountById(ctx.db, ownId(ctx.actor))
  if (password === undefined) throw refusal
  const attempt = { account: own.account, accountId: own.id, signedIn: true } as const
  if (!(await judgePassword(ctx, attempt, () => verifyPassword(password, own.password_hash)))) throw refusal
  return own
}
