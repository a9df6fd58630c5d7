import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'

/** Removes a document from a project. Its files are deleted with the next clean-up, if nothing else refers to them. */
export const deleteProjectDocument = (ctx: Ctx, input: InputOf<typeof endpoints.projectDocument.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_document', input, 'delete')
    const project = await projectOfPart(write, row.project_id)
    await deleteRow(write, 'project_document', row, {
      action: 'projectDocument.del',
      name: row.title,
      owner: ownerOfPart(project),
    })
    emitProject(write, project, 'documents')
    return null
  })
