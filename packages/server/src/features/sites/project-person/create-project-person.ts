import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'

type Input = InputOf<typeof endpoints.projectPerson.create>

/** The columns that a form sets about a person, without the phone. */
export const columnsOf = (input: Omit<Input, 'projectId' | 'phone'>) => ({
  role: input.role,
  name: input.name,
  organisation: input.organisation ?? null,
  certificate_no: input.certificateNo ?? null,
  certificate_expires: input.certificateExpires ?? null,
  remark: input.remark ?? null,
})

/** Adds a person responsible for the fire safety of a project. */
export const createProjectPerson = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await projectOfPart(write, input.projectId, 'projectId')
    const person = { project_id: project.id, phone: input.phone ?? null, ...columnsOf(input) }
    const id = await insertRow(write, 'project_person', person, {
      action: 'projectPerson.create',
      owner: ownerOfPart(project),
    })
    emitProject(write, project, 'people')
    return { id }
  })
