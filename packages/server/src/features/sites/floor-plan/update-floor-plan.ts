import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'
import { attachImage, nameOf } from './floor-plan.rules.ts'

/** Edits a plan. If its image is replaced, devices keep their relative positions. */
export const updateFloorPlan = (ctx: Ctx, input: InputOf<typeof endpoints.floorPlan.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const plan = await lockRow(write, 'floor_plan', input)
    const project = await projectOfPart(write, plan.project_id)
    const { building, floor, image } = input
    if (image !== plan.image) await attachImage(ctx, write, project, image)
    await updateRow(
      write,
      'floor_plan',
      plan,
      { building, floor, image },
      { action: 'floorPlan.update', name: nameOf(input), owner: ownerOfPart(project), unique: ['floor', nameOf(input)] },
    )
    emitProject(write, project, 'floorPlan')
    return { id: plan.id }
  })
