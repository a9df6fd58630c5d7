import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { keepRunningTasks, messageTasksKind } from './run-tasks.ts'

/** Started when somebody sends a task, and every minute for scheduled tasks and those that a dead process left. */
export const messageTaskJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job(messageTasksKind, (_payload, stopping) => keepRunningTasks(systemCtx, stopping), '* * * * *'),
]
