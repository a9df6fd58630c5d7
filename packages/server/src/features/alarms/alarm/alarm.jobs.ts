import type { JobServices } from '../../../platform/feature.ts'
import { everyFewSeconds, job, type JobDefinition } from '../../../platform/jobs.ts'
import { listReached } from './reached.ts'
import { recordDueBreaches } from './lifecycle/record-breaches.ts'

/** Records exceeded response clocks within seconds, and lists the channels over which somebody was reached. */
export const alarmJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job(
    'responseClocks',
    (_payload, stopping) => everyFewSeconds(() => recordDueBreaches(systemCtx, stopping), stopping),
    '* * * * *',
    { part: 'delivery', text: 'response clocks are not watched' },
  ),
  job(
    'reachedAlarms',
    (_payload, stopping) => everyFewSeconds(() => listReached(systemCtx.systemDb, stopping), stopping),
    '* * * * *',
  ),
]
