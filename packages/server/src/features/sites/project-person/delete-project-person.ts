import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'

/** Removes a person responsible for a project. The audit log keeps who it was. */
export const deleteProjectPerson = (ctx: Ctx, input: InputOf<typeof endpoints.projectPerson.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_person', input, 'delete')
    const project = await projectOfPart(write, row.project_id)
    await deleteRow(write, 'project_person', row, { action: 'projectPerson.del', owner: ownerOfPart(project) })
    emitProject(write, project, 'people')
    return null
  })
