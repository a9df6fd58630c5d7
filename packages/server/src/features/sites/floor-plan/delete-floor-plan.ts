import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'
import { nameOf } from './floor-plan.rules.ts'

/** Deletes a plan with the device positions on it. Its image is deleted at the next clean-up. */
export const deleteFloorPlan = (ctx: Ctx, input: InputOf<typeof endpoints.floorPlan.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const plan = await lockRow(write, 'floor_plan', input, 'delete')
    const project = await projectOfPart(write, plan.project_id)
    await deleteRow(write, 'floor_plan', plan, { action: 'floorPlan.del', name: nameOf(plan), owner: ownerOfPart(project) })
    emitProject(write, project, 'floorPlan')
    return null
  })
