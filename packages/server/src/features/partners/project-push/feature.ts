import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createProjectPush, removeProjectPush, updateProjectPush } from './project-push.verbs.ts'
import { pageProjectPushes, pushDevices, pushModels } from './project-push.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { endStray } from './end-pushes.ts'

const projectPushRoutes = bind(endpoints.projectPush, {
  page: pageProjectPushes,
  create: createProjectPush,
  update: updateProjectPush,
  remove: removeProjectPush,
  models: pushModels,
  devices: pushDevices,
})

const projectPushJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('projectPushes', () => endStray(systemCtx), '* * * * *'),
]

export const projectPushFeature: Feature = { name: 'project-push', routes: () => projectPushRoutes, jobs: projectPushJobs }
