import { projectStates, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'
import { transitionProject } from './transition-project.ts'

/** Extends the maintenance to a time in the future, even after it has expired. */
export const renewProject = (ctx: Ctx, { id, dueAt }: InputOf<typeof endpoints.project.renew>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectStates,
    field: 'status',
    action: 'renew',
    verb: 'project.renew',
    changes: (write) => {
      assertFuture(ctx, 'dueAt', dueAt, write.at)
      return { due_at: dueAt }
    },
  })
