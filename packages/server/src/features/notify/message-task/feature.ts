import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { cancelTask, testTask, retryTask, sendTask } from './message-task-sending.verbs.ts'
import { choicesOfTask, previewTask, reachOfTask } from './message-task-choices.reads.ts'
import { createTask, removeTask, updateTask } from './message-task.verbs.ts'
import { exportTasks, pageTasks, taskDetail, messageTaskExport } from './message-task.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { keepRunningTasks, messageTasksKind } from './run-tasks.ts'

const messageTaskRoutes = bind(endpoints.messageTask, {
  page: pageTasks,
  detail: taskDetail,
  create: createTask,
  update: updateTask,
  remove: removeTask,
  export: exportTasks,
  send: sendTask,
  cancel: cancelTask,
  retry: retryTask,
  test: testTask,
  preview: previewTask,
  choices: choicesOfTask,
  reach: reachOfTask,
})

/** Started when somebody sends a task, and every minute for scheduled tasks and those that a crashed process left. */
const messageTaskJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job(messageTasksKind, (_payload, stopping) => keepRunningTasks(systemCtx, stopping), '* * * * *'),
]

export const messageTaskFeature: Feature = {
  name: 'message-task',
  routes: () => messageTaskRoutes,
  exports: { messageTask: messageTaskExport },
  jobs: messageTaskJobs,
  liveKinds: ['messageTask'],
  uploads: ['messageAttachment'],
}
