import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, auditRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-part.rules.ts'
import { emitProject } from '../project/project.events.ts'

type Input = InputOf<typeof endpoints.projectPerson.create>

/** The columns that a form sets about a person, without the phone. */
const columnsOf = (input: Omit<Input, 'projectId' | 'phone'>) => ({
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

type Unmask = typeof endpoints.projectPerson.unmask

/** Shows the phone of a person in full, and records that in the audit log. */
export const unmaskProjectPerson = (ctx: Ctx, input: InputOf<Unmask>): Promise<OutputOf<Unmask>> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_person', input)
    const project = await projectOfPart(write, row.project_id)
    auditRow(write, 'project_person', row, { action: 'projectPerson.unmask', owner: ownerOfPart(project) })
    return { phone: row.phone }
  })

/** Removes a person responsible for a project. The audit log keeps who it was. */
export const removeProjectPerson = (ctx: Ctx, input: InputOf<typeof endpoints.projectPerson.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_person', input, 'delete')
    const project = await projectOfPart(write, row.project_id)
    await deleteRow(write, 'project_person', row, { action: 'projectPerson.del', owner: ownerOfPart(project) })
    emitProject(write, project, 'people')
    return null
  })
