import { projectStates, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionProject } from './transition-project.ts'

/** Reopens the installation. The plans pause until it is completed again. */
export const uncompleteProject = (ctx: Ctx, { id }: InputOf<typeof endpoints.project.uncomplete>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectStates,
    field: 'status',
    action: 'uncomplete',
    verb: 'project.uncomplete',
    changes: () => ({ due_at: null, maintained_since: null }),
  })
