import type { Ctx } from '../../../platform/context.ts'
import { editionOf } from './edition-of.ts'
import { refuse } from './task-step.ts'

/** The edition that a task is being planned for. A draft is only for those who make it. @throws precondition */
export const plannedEdition = async (ctx: Ctx, id: number): ReturnType<typeof editionOf> => {
  const edition = await editionOf(ctx.db, id)
  return edition.state === 'draft' ? refuse(ctx, 'upgradeEditionReleased', 'editionId') : edition
}
