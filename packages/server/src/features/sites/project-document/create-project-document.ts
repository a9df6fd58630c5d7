import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'

type Input = InputOf<typeof endpoints.projectDocument.create>

/** The columns that a form sets about a document. */
export const columnsOf = (input: Omit<Input, 'projectId'>) => ({
  kind: input.kind,
  title: input.title,
  files: [...input.files],
  valid_until: input.validUntil ?? null,
  remark: input.remark ?? null,
})

/** Adds a document or photos to a project. Anyone who sees the project sees them. */
export const createProjectDocument = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await projectOfPart(write, input.projectId, 'projectId')
    await attachFiles(ctx, write, input.files, { ...ownerOfPart(project), customerId: project.customer_id })
    const id = await insertRow(
      write,
      'project_document',
      { project_id: project.id, ...columnsOf(input) },
      { action: 'projectDocument.create', name: input.title, owner: ownerOfPart(project) },
    )
    emitProject(write, project, 'documents')
    return { id }
  })
