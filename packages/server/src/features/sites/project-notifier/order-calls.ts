import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { emitProject } from '../project/project.events.ts'
import { projectOfList } from './project-notifier.rules.ts'
import { listedIds, numberCalls } from './project-notifier.store.ts'

/** Sets the order of a project's call list. All its people must be given: an order based on an outdated list would put the newest person anywhere. */
export const orderCalls = (ctx: Ctx, input: InputOf<typeof endpoints.projectNotifier.phoneSeq>): Promise<null> =>
  transact(ctx, async (write) => {
    const project = await projectOfList(write, input.projectId, 'projectId')
    const before = await listedIds(write.systemDb, project.id)
    if (before.length !== input.ids.length || before.some((id) => !input.ids.includes(id)))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.callListChanged') }, 'ids')
    const rows = await write.db
      .selectFrom('project_notifier')
      .select(['id', 'name'])
      .where('project_id', '=', project.id)
      .execute()
    const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
    const named = (ids: readonly number[]) => ids.map((id) => nameOf.get(id) ?? '').join(' → ')
    await numberCalls(write.systemDb, input.ids)
    write.audit({
      action: 'projectNotifier.phoneSeq',
      object: { kind: 'project', id: project.id, name: project.name },
      owner: { companyId: project.company_id, path: project.path },
      changes: { seq: [named(before), named(input.ids)] },
    })
    emitProject(write, project, 'callList')
    return null
  })
