import { DomainError, openAccessLimits, type endpoints, type InputOf, type OpenAccessSecret } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertRoom } from '../../base/tenant/assert-room.ts'
import { companyInScope } from '../../base/tenant/company-in-scope.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'
import { assertGrantsKey, chosenProjects, columnsOf } from './open-access.rules.ts'
import { replaceProjects } from './open-access.store.ts'
import { addSecret } from './secret.ts'

/** Makes a key for the caller's company, or for one below. Its secret is in the answer, and nowhere else. */
export const createOpenAccess = (ctx: Ctx, input: InputOf<typeof endpoints.openAccess.create>): Promise<OpenAccessSecret> =>
  transact(ctx, async (write) => {
    assertGrantsKey(ctx, input)
    const companyId = input.companyId ?? ctx.actor.companyId
    const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
    if (!company) throw new DomainError('notFound', {}, 'companyId')
    // Not scoped: the company was found in the caller's scope.
    await lockOwner(write.systemDb, company.id)
    await assertRoom(write, company.id, 'open_access', sql`deleted_at is null`, openAccessLimits.keys)
    const projectIds = await chosenProjects(ctx, write, input, company.path)
    const row = {
      company_id: company.id,
      path: company.path,
      ...columnsOf(ctx, input, write.at),
      ticket_granted_by: input.keyRights.includes('ticket:issue') ? write.by : null,
      scope_since: write.at,
    }
    const id = await insertRow(write, 'open_access', row, {
      action: 'openAccess.create',
      unique: ['name', input.name],
      changes: {
        ticket_granted_by: null,
        scope_since: null,
        ...(projectIds.length > 0 ? { projectIds: [null, projectIds] } : {}),
      },
    })
    await replaceProjects(write.systemDb, id, projectIds)
    const { secret } = await addSecret(write, id)
    return { id, secret, formerUntil: null }
  })
