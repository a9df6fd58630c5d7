import type { Feature } from '../../../platform/feature.ts'
import { projectDocumentExport } from './project-document.reads.ts'
import { projectDocumentRoutes } from './project-document.routes.ts'

export const projectDocumentFeature: Feature = {
  name: 'project-document',
  routes: () => projectDocumentRoutes,
  exports: { projectDocument: projectDocumentExport },
}
