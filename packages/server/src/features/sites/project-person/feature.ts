import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProjectPerson, deleteProjectPerson, unmaskProjectPerson, updateProjectPerson } from './project-person.verbs.ts'
import { exportProjectPeople, pageProjectPeople, projectPersonExport } from './project-person.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const projectPersonRoutes = bind(endpoints.projectPerson, {
  page: pageProjectPeople,
  create: createProjectPerson,
  update: updateProjectPerson,
  del: deleteProjectPerson,
  export: exportProjectPeople,
  unmask: unmaskProjectPerson,
})

export const projectPersonFeature: Feature = {
  name: 'project-person',
  routes: () => projectPersonRoutes,
  exports: { projectPerson: projectPersonExport },
}
