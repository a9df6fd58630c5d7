import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProjectDocument, removeProjectDocument, updateProjectDocument } from './project-document.verbs.ts'
import { exportProjectDocuments, pageProjectDocuments, projectDocumentExport } from './project-document.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const projectDocumentRoutes = bind(endpoints.projectDocument, {
  page: pageProjectDocuments,
  create: createProjectDocument,
  update: updateProjectDocument,
  remove: removeProjectDocument,
  export: exportProjectDocuments,
})

export const projectDocumentFeature: Feature = {
  name: 'project-document',
  routes: () => projectDocumentRoutes,
  exports: { projectDocument: projectDocumentExport },
}
