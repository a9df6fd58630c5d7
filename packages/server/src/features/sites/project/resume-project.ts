import { projectServiceStates, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transitionProject } from './transition-project.ts'

/** Resumes the service of a stopped project. */
export const resumeProject = (ctx: Ctx, { id }: InputOf<typeof endpoints.project.resume>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: projectServiceStates,
    field: 'stopped',
    action: 'resume',
    verb: 'project.resume',
    changes: () => ({ stopped_reason: null }),
  })
