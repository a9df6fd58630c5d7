import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitProject } from '../project/project.events.ts'
import { projectOfList } from './project-notifier.rules.ts'
import { listedIds, numberCalls } from './project-notifier.store.ts'

/** Removes a person from a call list; those after them move up. */
export const deleteProjectNotifier = (ctx: Ctx, input: InputOf<typeof endpoints.projectNotifier.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_notifier', input, 'delete')
    const project = await projectOfList(write, row.project_id)
    const owner = { companyId: project.company_id, path: project.path }
    await deleteRow(write, 'project_notifier', row, { action: 'projectNotifier.del', owner })
    await numberCalls(write.systemDb, await listedIds(write.systemDb, project.id))
    emitProject(write, project, 'callList')
    return null
  })
