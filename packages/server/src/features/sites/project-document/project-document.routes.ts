import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProjectDocument } from './create-project-document.ts'
import { deleteProjectDocument } from './delete-project-document.ts'
import { exportProjectDocuments, pageProjectDocuments } from './project-document.reads.ts'
import { updateProjectDocument } from './update-project-document.ts'

export const projectDocumentRoutes = bind(endpoints.projectDocument, {
  page: pageProjectDocuments,
  create: createProjectDocument,
  update: updateProjectDocument,
  del: deleteProjectDocument,
  export: exportProjectDocuments,
})
