import type { JobServices } from '../../platform/feature.ts'
import { everyFewSeconds, job, type JobDefinition } from '../../platform/jobs.ts'
import { recordDueBreaches } from './record-breaches.ts'

/** Response clocks that are exceeded are known within seconds. */
export const alarmJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job(
    'responseClocks',
    (_payload, stopping) => everyFewSeconds(() => recordDueBreaches(systemCtx, stopping), stopping),
    '* * * * *',
  ),
]
