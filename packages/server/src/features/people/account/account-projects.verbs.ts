import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { rightsChanged } from '../../base/access/end-sessions.ts'
import { lockManaged } from './account.rules.ts'
import { addProjects, removeProjects } from './account.store.ts'

/**
 * Assigns projects to an account, each visible to the caller. They must belong to the account's company or one below: nobody sees beyond
 * that.
 * @throws DomainError notHere naming the first that does not; the errors of lockManaged
 */
export const assignProjects = (ctx: Ctx, input: InputOf<typeof endpoints.account.assignProjects>): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, 'staff', { id: input.accountId })
    const projects = await write.db
      .selectFrom('project')
      .select(['id', 'name', 'path'])
      .where('id', 'in', input.projectIds)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .execute()
    if (projects.length < new Set(input.projectIds).size) throw new DomainError('notFound', {}, 'projectIds')
    const outside = projects.find(({ path }) => !isBelow(path, account.path))
    if (outside)
      throw new DomainError(
        'notHere',
        { reason: translate(ctx.locale, 'reasons.projectOutside', { project: outside.name }) },
        'projectIds',
      )
    const added = await addProjects(write.systemDb, account.id, input.projectIds, ctx.actor.accountId, write.at)
    auditRow(write, 'account', account, { action: 'account.assignProjects', changes: { projects: [null, added] } })
    rightsChanged(write, [account.id])
    return null
  })

/** Removes assigned projects that the caller sees from an account. Calls are narrowed at once, open streams within a second. */
export const withdrawProjects = (ctx: Ctx, input: InputOf<typeof endpoints.account.withdrawProjects>): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, 'staff', { id: input.accountId })
    const removed = await removeProjects(write.systemDb, account.id, input.projectIds)
    auditRow(write, 'account', account, { action: 'account.withdrawProjects', changes: { projects: [removed, null] } })
    rightsChanged(write, [account.id])
    return null
  })
