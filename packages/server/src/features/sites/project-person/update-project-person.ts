import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'
import { columnsOf } from './create-project-person.ts'

/** Edits a person. A phone that is left out stays: editors may see it masked. */
export const updateProjectPerson = (ctx: Ctx, input: InputOf<typeof endpoints.projectPerson.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_person', input)
    const project = await projectOfPart(write, row.project_id)
    const phone = input.phone ?? (input.noPhone ? null : row.phone)
    await updateRow(
      write,
      'project_person',
      row,
      { ...columnsOf(input), phone },
      { action: 'projectPerson.update', owner: ownerOfPart(project) },
    )
    emitProject(write, project, 'people')
    return { id: row.id }
  })
