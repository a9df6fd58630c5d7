import type { JobServices } from '../../platform/feature.ts'
import { job, type JobDefinition } from '../../platform/jobs.ts'
import { keepRunningTasks } from './run-tasks.ts'

/** Started when somebody sends a task, and every minute for what is scheduled and what a process left when it died. */
export const messageTaskJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('messageTasks', (_payload, stopping) => keepRunningTasks(systemCtx, stopping), '* * * * *'),
]
