import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProjectPerson, removeProjectPerson, unmaskProjectPerson, updateProjectPerson } from './project-person.verbs.ts'
import { exportProjectPeople, pageProjectPeople, projectPersonExport } from './project-person.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const projectPersonRoutes = bind(endpoints.projectPerson, {
  page: pageProjectPeople,
  create: createProjectPerson,
  update: updateProjectPerson,
  remove: removeProjectPerson,
  export: exportProjectPeople,
  unmask: unmaskProjectPerson,
})

export const projectPersonFeature: Feature = {
  name: 'project-person',
  routes: () => projectPersonRoutes,
  exports: { projectPerson: projectPersonExport },
}
