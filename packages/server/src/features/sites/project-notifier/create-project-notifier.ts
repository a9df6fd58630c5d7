import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitProject } from '../project/project.events.ts'
import { assertReachable, projectOfList } from './project-notifier.rules.ts'
import { listedIds } from './project-notifier.store.ts'

/** Adds a person at the end of a project's call list. */
export const createProjectNotifier = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.projectNotifier.create>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await projectOfList(write, input.projectId, 'projectId')
    const listed = await listedIds(write.systemDb, project.id)
    if (listed.length >= limits.callListLength)
      throw new DomainError('precondition', {
        reason: translate(ctx.locale, 'reasons.callListFull', { count: limits.callListLength }),
      })
    const { projectId: project_id, email = null, accountId: account_id = null, ...fields } = input
    const person = { project_id, email, account_id, ...fields, seq: listed.length + 1 }
    await assertReachable(ctx, write, project, person)
    const owner = { companyId: project.company_id, path: project.path }
    const id = await insertRow(write, 'project_notifier', person, { action: 'projectNotifier.create', owner })
    emitProject(write, project, 'callList')
    return { id }
  })
