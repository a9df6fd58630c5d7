import type { JobServices } from '../../platform/feature.ts'
import { job, type JobDefinition } from '../../platform/jobs.ts'
import { announceGaps } from './announce-gaps.ts'

/** Every minute: gaps in rosters come and go with time and with accounts. */
export const dutyJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('dutyGaps', () => announceGaps(systemCtx), '* * * * *'),
]
