import { DomainError, kioskLimits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { kioskScope, callerOfLink, kioskLinkOf, openKioskSession, endKioskSessions } from '../../base/access/kiosk-sessions.ts'
import { newToken } from '../../base/access/token.ts'
import { assertRoom, lockOwner } from '../../base/tenant/tenant.rules.ts'

type Create = typeof endpoints.kioskLink.create

/**
 * Creates a link with which a wall shows what the caller sees of a company or project, at most until a year from now. Only the hash of its
 * secret is stored.
 * @throws noAccess if the caller does not see the whole company: staff with a narrow data scope create links for single projects
 */
export const createKioskLink = (ctx: Ctx, input: InputOf<Create>): Promise<OutputOf<Create>> =>
  transact(ctx, async (write) => {
    const { name, projectId = null, companyId = ctx.actor.companyId ?? 0, validDays } = input
    const company = await lockOwner(write.systemDb, companyId)
    const place = { company_id: company.id, path: company.path, project_id: projectId }
    if (!(await kioskScope(write.systemDb, ctx, place)))
      throw new DomainError('noAccess', {}, projectId === null ? 'companyId' : 'projectId')
    const isValid = sql<boolean>`revoked_at is null and valid_until > ${write.at}`
    await assertRoom(write, company.id, 'kiosk_link', isValid, kioskLimits.links)
    const { token: secret, hash } = newToken()
    const row = {
      ...place,
      customer_id: ctx.actor.customerId,
      name,
      secret_hash: hash,
      valid_until: new Date(write.at.getTime() + validDays * 86_400_000),
    }
    const id = await insertRow(write, 'kiosk_link', row, { action: 'kioskLink.create', name })
    return { id, secret }
  })

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

/** Revokes a link for good. Its screens end at once and say so. */
export const revokeKioskLink = (ctx: Ctx, { id }: InputOf<typeof endpoints.kioskLink.revoke>): Promise<null> =>
  transact(ctx, async (write) => {
    const link = await lockRow(write, 'kiosk_link', { id })
    const changes = { revoked_at: link.revoked_at ?? write.at, revoked_by: link.revoked_by ?? write.by }
    await updateRow(write, 'kiosk_link', link, changes, { action: 'kioskLink.revoke' })
    await endKioskSessions(write, id)
    return null
  })
