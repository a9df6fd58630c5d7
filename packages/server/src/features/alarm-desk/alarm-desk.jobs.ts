import type { JobServices } from '../../platform/feature.ts'
import { everyFewSeconds, job, type JobDefinition } from '../../platform/jobs.ts'
import { endHolds } from './end-holds.ts'

/** A site whose holder has gone home is free within seconds. */
export const alarmDeskJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('deskHolds', (_payload, stopping) => everyFewSeconds(() => endHolds(systemCtx), stopping), '* * * * *'),
]
