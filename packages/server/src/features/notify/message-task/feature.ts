import type { Feature } from '../../../platform/feature.ts'
import { messageTaskJobs } from './message-task.jobs.ts'
import { messageTaskExport } from './message-task.reads.ts'
import { messageTaskRoutes } from './message-task.routes.ts'

export const messageTaskFeature: Feature = {
  name: 'message-task',
  routes: () => messageTaskRoutes,
  exports: { messageTask: messageTaskExport },
  jobs: messageTaskJobs,
  liveKinds: ['messageTask'],
  uploads: ['messageAttachment'],
}
