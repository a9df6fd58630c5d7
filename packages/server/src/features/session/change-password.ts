import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { replacePassword } from './account.store.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword } from './password.ts'
import { provedAccount } from './proved-account.ts'
import { ownId, selfAudit } from './self-audit.ts'

/** Changes one's own password and ends one's other sessions. Wrong old passwords count as wrong passwords do at sign-in. */
export const changePassword = async (ctx: Ctx, input: InputOf<typeof endpoints.session.changePassword>): Promise<null> => {
  const id = ownId(ctx.actor)
  const own = await provedAccount(ctx, input.oldPwd, new DomainError('wrongOldPassword', {}, 'oldPwd'))
  if (input.newPwd === input.oldPwd) throw new DomainError('samePassword', {}, 'newPwd')
  const hash = await hashPassword(input.newPwd)
  return transact(ctx, async (write) => {
    if (!(await replacePassword(write.db, id, own.password_hash, hash, write.at)))
      throw new DomainError('wrongOldPassword', {}, 'oldPwd')
    await endSessions(write, [id], ctx.actor.sessionHash)
    write.audit(selfAudit(ctx.actor, 'account.changePassword'))
    return null
  })
}
