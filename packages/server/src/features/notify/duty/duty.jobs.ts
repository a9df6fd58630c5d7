import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { announceGaps } from './announce-gaps.ts'

/** Every minute: gaps in rosters appear and disappear with time and with changes of accounts. */
export const dutyJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('dutyGaps', () => announceGaps(systemCtx), '* * * * *'),
]
