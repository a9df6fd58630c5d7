import type { JobServices } from '../../platform/feature.ts'
import { everyFewSeconds, job, type JobDefinition } from '../../platform/jobs.ts'
import { listReached } from './list-reached.ts'
import { recordDueBreaches } from './record-breaches.ts'

/** Response clocks that are exceeded are known within seconds, and alarms are found by the channels over which somebody was reached. */
export const alarmJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job(
    'responseClocks',
    (_payload, stopping) => everyFewSeconds(() => recordDueBreaches(systemCtx, stopping), stopping),
    '* * * * *',
  ),
  job(
    'reachedAlarms',
    (_payload, stopping) => everyFewSeconds(() => listReached(systemCtx.systemDb, stopping), stopping),
    '* * * * *',
  ),
]
