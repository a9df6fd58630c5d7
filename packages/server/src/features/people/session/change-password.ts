import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { replacePassword } from '../account/own-account.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { assertStrongPassword } from '../../base/access/password-policy.ts'
import { assertNewPassword } from '../account/assert-new-password.ts'
import { hashPassword } from '../../base/access/password.ts'
import { reauthenticate } from './reauthenticate.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'

/** Changes the caller's password and ends the caller's other sessions. Wrong old passwords count as at sign-in. */
export const changePassword = async (ctx: Ctx, input: InputOf<typeof endpoints.session.changePassword>): Promise<null> => {
  const id = ownId(ctx.actor)
  const own = await reauthenticate(ctx, input.oldPwd, new DomainError('wrongOldPassword', {}, 'oldPwd'))
  if (input.newPwd === input.oldPwd) throw new DomainError('samePassword', {}, 'newPwd')
  assertStrongPassword(ctx, input.newPwd, 'newPwd')
  await assertNewPassword(ctx, id, input.newPwd, 'newPwd')
  const hash = await hashPassword(input.newPwd)
  return transact(ctx, async (write) => {
    if (!(await replacePassword(write.systemDb, id, own.password_hash, hash, write.at)))
      throw new DomainError('wrongOldPassword', {}, 'oldPwd')
    await endSessions(write, [id], ctx.actor.sessionHash)
    write.audit(selfAudit(ctx.actor, 'account.changePassword'))
    return null
  })
}
