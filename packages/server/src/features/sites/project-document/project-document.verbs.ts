import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { ownerOfPart, projectOfPart } from '../project/project-part.rules.ts'
import { emitProject } from '../project/project.events.ts'

type Input = InputOf<typeof endpoints.projectDocument.create>

/** The columns that a form sets about a document. */
const columnsOf = (input: Omit<Input, 'projectId'>) => ({
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

/** Removes a document from a project. Its files are deleted with the next clean-up, if nothing else refers to them. */
export const removeProjectDocument = (ctx: Ctx, input: InputOf<typeof endpoints.projectDocument.remove>): Promise<null> =>
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
