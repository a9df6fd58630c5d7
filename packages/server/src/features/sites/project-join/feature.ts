import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { agreeJoin, applyToJoin, endJoin, rejectJoin, expireJoins } from './project-join.verbs.ts'
import { exportJoins, pageJoins, projectJoinExport } from './project-join.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'

const projectJoinRoutes = bind(endpoints.projectJoin, {
  page: pageJoins,
  create: applyToJoin,
  export: exportJoins,
  agree: agreeJoin,
  reject: rejectJoin,
  end: endJoin,
})

const projectJoinJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('projectJoins', () => expireJoins(systemCtx), '*/5 * * * *'),
]

/** Joining another company's project. What that opens is decided in platform/database/scope.ts. */
export const projectJoinFeature: Feature = {
  name: 'project-join',
  routes: () => projectJoinRoutes,
  exports: { projectJoin: projectJoinExport },
  jobs: projectJoinJobs,
}
