import type { JobServices } from '../../platform/feature.ts'
import { job, type JobDefinition } from '../../platform/jobs.ts'
import { endHolds } from './end-holds.ts'

/** Every minute: orders on hold go on when their time has come. */
export const orderJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('orderHolds', () => endHolds(systemCtx), '* * * * *'),
]
