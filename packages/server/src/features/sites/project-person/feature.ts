import type { Feature } from '../../../platform/feature.ts'
import { projectPersonExport } from './project-person.reads.ts'
import { projectPersonRoutes } from './project-person.routes.ts'

export const projectPersonFeature: Feature = {
  name: 'project-person',
  routes: () => projectPersonRoutes,
  exports: { projectPerson: projectPersonExport },
}
