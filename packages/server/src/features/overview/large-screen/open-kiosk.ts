import { DomainError, kioskLimits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { callerOfLink, kioskLinkOf, openKioskSession } from '../../base/access/kiosk-sessions.ts'

/**
 * Exchanges the secret of a kiosk link for a session that can only read the big screen. A link can be opened again and again, because a
 * wall starts anew after each power cut.
 * @throws kioskEnded whatever the reason, which is nothing for somebody who only has a secret
 */
export const openKiosk = async (ctx: Ctx, { secret }: InputOf<typeof endpoints.kioskLink.open>): Promise<string> => {
  const { systemDb, clock } = ctx // no session yet, so no scope
  const link = await kioskLinkOf(systemDb, secret, clock.now())
  const caller = link && (await callerOfLink(systemDb, clock, link, null))
  if (!link || !caller) throw new DomainError('kioskEnded')
  return transact({ ...ctx, actor: caller.actor, scope: caller.scope }, async (write) => {
    // Two screens that start at once count one after the other. A link revoked meanwhile opens nothing: each call looks it up.
    await write.systemDb.updateTable('kiosk_link').set({ last_used_at: write.at }).where('id', '=', link.id).execute()
    const token = await openKioskSession(write, link.id, ctx, kioskLimits.screens)
    write.audit({
      action: 'kioskLink.open',
      object: { kind: 'kiosk_link', id: link.id, name: link.name },
      owner: { companyId: link.company_id, path: link.path },
    })
    return token
  })
}
