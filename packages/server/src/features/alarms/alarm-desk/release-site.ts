import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { announce, lockHold, removeHold } from './hold.store.ts'
import { findSite } from './operators.ts'

/** Releases a site that the caller has taken. @throws heldByOther if somebody else holds it by now */
export const releaseSite = (ctx: Ctx, { projectId }: InputOf<typeof endpoints.alarmDesk.release>): Promise<null> =>
  transact(ctx, async (write) => {
    const site = await findSite(write.db, projectId)
    const hold = await lockHold(write.systemDb, projectId)
    if (hold && hold.id !== ctx.actor.accountId) throw new DomainError('heldByOther', { who: hold.name, when: hold.since })
    // If it is already free, there is nothing left to do.
    if (hold) await removeHold(write.systemDb, projectId)
    const me = { id: ctx.actor.accountId ?? 0, name: ctx.actor.name }
    await announce(write, site, {
      action: 'alarmDesk.release',
      change: 'siteReleased',
      holder: null,
      former: me,
      by: ctx.actor.name,
    })
    return null
  })
