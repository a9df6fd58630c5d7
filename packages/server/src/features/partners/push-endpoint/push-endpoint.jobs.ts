import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { keepUp } from './upkeep.ts'

export const pushEndpointJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('pushUpkeep', () => keepUp(systemCtx), '*/5 * * * *'),
]
