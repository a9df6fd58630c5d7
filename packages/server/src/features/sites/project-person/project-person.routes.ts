import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProjectPerson } from './create-project-person.ts'
import { deleteProjectPerson } from './delete-project-person.ts'
import { exportProjectPeople, pageProjectPeople } from './project-person.reads.ts'
import { unmaskProjectPerson } from './unmask-project-person.ts'
import { updateProjectPerson } from './update-project-person.ts'

export const projectPersonRoutes = bind(endpoints.projectPerson, {
  page: pageProjectPeople,
  create: createProjectPerson,
  update: updateProjectPerson,
  del: deleteProjectPerson,
  export: exportProjectPeople,
  unmask: unmaskProjectPerson,
})
