import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'
import { columnsOf } from './create-project-document.ts'

/** Edits a document: its description, its validity and its files. */
export const updateProjectDocument = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.projectDocument.update>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_document', input)
    const project = await projectOfPart(write, row.project_id)
    const added = input.files.filter((id) => !row.files.includes(id))
    await attachFiles(ctx, write, added, { ...ownerOfPart(project), customerId: project.customer_id })
    await updateRow(write, 'project_document', row, columnsOf(input), {
      action: 'projectDocument.update',
      name: input.title,
      owner: ownerOfPart(project),
    })
    emitProject(write, project, 'documents')
    return { id: row.id }
  })
