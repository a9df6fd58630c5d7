import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProjectPush } from './create-project-push.ts'
import { deleteProjectPush } from './delete-project-push.ts'
import { pageProjectPushes, pushDevices, pushModels } from './project-push.reads.ts'
import { updateProjectPush } from './update-project-push.ts'

export const projectPushRoutes = bind(endpoints.projectPush, {
  page: pageProjectPushes,
  create: createProjectPush,
  update: updateProjectPush,
  del: deleteProjectPush,
  models: pushModels,
  devices: pushDevices,
})
