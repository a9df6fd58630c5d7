import type { Feature } from '../../../platform/feature.ts'
import { projectJoinJobs } from './project-join.jobs.ts'
import { projectJoinExport } from './project-join.reads.ts'
import { projectJoinRoutes } from './project-join.routes.ts'

/** Joining another company's project. What that opens is decided in platform/database/scope.ts. */
export const projectJoinFeature: Feature = {
  name: 'project-join',
  routes: () => projectJoinRoutes,
  exports: { projectJoin: projectJoinExport },
  jobs: projectJoinJobs,
}
