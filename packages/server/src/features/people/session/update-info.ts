import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'
import { updateOwnAccount } from '../account/own-account.ts'
import { accountById } from '../account/own-account.ts'
import { isProvedSince } from '../../base/access/sessions.ts'
import { reauthenticate } from './reauthenticate.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'

const assertProved = async (ctx: Ctx, password: string | undefined): Promise<void> => {
  if (password !== undefined) return void (await reauthenticate(ctx, password))
  const { sessionHash } = ctx.actor
  const since = new Date(ctx.clock.now().getTime() - limits.proofFresh)
  if (sessionHash === null || !(await isProvedSince(ctx.systemDb, sessionHash, since)))
    throw new DomainError('proofNeeded', {}, 'password')
}

/**
 * Changes the caller's name, phone, e-mail, avatar and language of messages. Leaving the e-mail out removes it; leaving the avatar or
 * the language out keeps it. A new
 * phone or e-mail requires the password, unless the session has just been proved: alarms and codes are sent there.
 */
export const updateInfo = async (ctx: Ctx, input: InputOf<typeof endpoints.session.updateInfo>): Promise<null> => {
  const id = ownId(ctx.actor)
  if (input.avatar !== undefined && !(await isOwnUpload(ctx, input.avatar, 'avatar')))
    throw new DomainError('noAccess', {}, 'avatar')
  const own = await accountById(ctx.db, id)
  if (input.phone !== own.phone || (input.email ?? null) !== own.email) await assertProved(ctx, input.password)
  return transact(ctx, async (write) => {
    const before = await accountById(write.db, id)
    const changes = {
      name: input.name,
      phone: input.phone,
      email: input.email ?? null,
      avatar: input.avatar ?? before.avatar,
      language: input.language ?? before.language,
    }
    await updateOwnAccount(write.db, id, changes, write.at)
    write.audit(selfAudit(ctx.actor, 'account.updateInfo', changesBetween(before, changes)))
    return null
  })
}
