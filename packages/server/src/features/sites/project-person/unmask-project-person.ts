import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'

type Unmask = typeof endpoints.projectPerson.unmask

/** Shows the phone of a person in full, and records that in the audit log. */
export const unmaskProjectPerson = (ctx: Ctx, input: InputOf<Unmask>): Promise<OutputOf<Unmask>> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_person', input)
    const project = await projectOfPart(write, row.project_id)
    auditRow(write, 'project_person', row, { action: 'projectPerson.unmask', owner: ownerOfPart(project) })
    return { phone: row.phone }
  })
