import type { Feature } from '../../platform/feature.ts'
import { projectJoinJobs } from './project-join.jobs.ts'
import { projectJoinExport } from './project-join.reads.ts'
import { projectJoinRoutes } from './project-join.routes.ts'

/** Joining a project of another company: what it opens is judged in platform/database/scope.ts. */
export const projectJoinFeature: Feature = {
  name: 'project-join',
  routes: () => projectJoinRoutes,
  exports: { projectJoin: projectJoinExport },
  jobs: projectJoinJobs,
}
