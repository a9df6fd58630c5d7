import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { ownerOfPart, projectOfPart } from '../project/project-of-part.ts'
import { emitProject } from '../project/project.events.ts'
import { attachImage, nameOf } from './floor-plan.rules.ts'

/** Adds the drawing of a floor of a project. */
export const createFloorPlan = (ctx: Ctx, input: InputOf<typeof endpoints.floorPlan.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await projectOfPart(write, input.projectId, 'projectId')
    await attachImage(ctx, write, project, input.image)
    const { building, floor, image } = input
    const id = await insertRow(
      write,
      'floor_plan',
      { project_id: project.id, building, floor, image },
      { action: 'floorPlan.create', name: nameOf(input), owner: ownerOfPart(project), unique: ['floor', nameOf(input)] },
    )
    emitProject(write, project, 'floorPlan')
    return { id }
  })
