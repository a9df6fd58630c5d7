import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { keepTimes } from './keep-times.ts'

/** Every minute: whatever is due by the clock. */
export const projectJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('projectTimes', () => keepTimes(systemCtx), '* * * * *'),
]
