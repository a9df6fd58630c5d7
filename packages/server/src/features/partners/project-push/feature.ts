import type { Feature } from '../../../platform/feature.ts'
import { projectPushJobs } from './project-push.jobs.ts'
import { projectPushRoutes } from './project-push.routes.ts'

export const projectPushFeature: Feature = { name: 'project-push', routes: () => projectPushRoutes, jobs: projectPushJobs }
