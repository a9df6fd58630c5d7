import { DomainError, kioskLimits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { kioskScope } from '../../base/access/kiosk-sessions.ts'
import { newToken } from '../../base/access/token.ts'
import { assertRoom } from '../../base/tenant/assert-room.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'

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
