import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { endHolds } from './end-holds.ts'

/** Every minute: resumes orders whose hold has ended. */
export const orderJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('orderHolds', () => endHolds(systemCtx), '* * * * *'),
]
