import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { isOwnUpload } from '../file/file.reads.ts'
import { accountById, updateOwnAccount } from './account.store.ts'
import { provedAccount } from './proved-account.ts'
import { ownId, selfAudit } from './self-audit.ts'

/**
 * Changes one's own name, phone, e-mail and avatar. An e-mail left out is removed; an avatar left out stays. Another phone or e-mail asks for the
 * password: alarms and codes go there.
 */
export const updateInfo = async (ctx: Ctx, input: InputOf<typeof endpoints.session.updateInfo>): Promise<null> => {
  const id = ownId(ctx.actor)
  if (input.avatar !== undefined && !(await isOwnUpload(ctx, input.avatar, 'avatar')))
    throw new DomainError('noAccess', {}, 'avatar')
  const own = await accountById(ctx.db, id)
  if (input.phone !== own.phone || (input.email ?? null) !== own.email) await provedAccount(ctx, input.password)
  return transact(ctx, async (write) => {
    const before = await accountById(write.db, id)
    const changes = {
      name: input.name,
      phone: input.phone,
      email: input.email ?? null,
      avatar: input.avatar ?? before.avatar,
    }
    await updateOwnAccount(write.db, id, changes, write.at)
    write.audit(selfAudit(ctx.actor, 'account.updateInfo', changesBetween(before, changes)))
    return null
  })
}
