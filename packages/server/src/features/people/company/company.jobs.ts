import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { tellExpiry } from './tell-expiry.ts'

/** Notices of expiry. Hourly, so that a machine that is off at night misses no day. */
export const companyJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('companyExpiry', () => tellExpiry(systemCtx), '5 * * * *'),
]
