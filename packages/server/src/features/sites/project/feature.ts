import type { Feature } from '../../../platform/feature.ts'
import { projectImport } from './import-projects.ts'
import { projectTypeExport } from './project-type.reads.ts'
import { projectJobs } from './project.jobs.ts'
import { projectExport } from './project.reads.ts'
import { projectRoutes } from './project.routes.ts'

export const projectFeature: Feature = {
  name: 'project',
  routes: () => projectRoutes,
  exports: { project: projectExport, projectType: projectTypeExport },
  imports: { project: projectImport },
  jobs: projectJobs,
  liveKinds: ['project'],
}
