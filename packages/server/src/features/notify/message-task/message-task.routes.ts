import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { cancelTask } from './cancel-task.ts'
import { choicesOfTask } from './choices-of-task.ts'
import { createTask } from './create-task.ts'
import { deleteTask } from './delete-task.ts'
import { exportTasks, pageTasks, taskDetail } from './message-task.reads.ts'
import { previewTask } from './preview-task.ts'
import { reachOfTask } from './reach-of-task.ts'
import { retryTask } from './retry-task.ts'
import { sendTask } from './send-task.ts'
import { testTask } from './test-task.ts'
import { updateTask } from './update-task.ts'

export const messageTaskRoutes = bind(endpoints.messageTask, {
  page: pageTasks,
  detail: taskDetail,
  create: createTask,
  update: updateTask,
  del: deleteTask,
  export: exportTasks,
  send: sendTask,
  cancel: cancelTask,
  retry: retryTask,
  test: testTask,
  preview: previewTask,
  choices: choicesOfTask,
  reach: reachOfTask,
})
