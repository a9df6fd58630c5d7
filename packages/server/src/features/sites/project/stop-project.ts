import { projectServiceStates, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionProject } from './transition-project.ts'

/** Stops the service of a project: every alarm is still stored and shown, but nobody is notified. */
export const stopProject = (ctx: Ctx, { id, reason }: InputOf<typeof endpoints.project.stop>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectServiceStates,
    field: 'stopped',
    action: 'stop',
    verb: 'project.stop',
    changes: () => ({ stopped_reason: reason }),
  })
