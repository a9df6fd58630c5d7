import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { tellExpiring } from './tell-expiring.ts'

/** Hourly, so that a machine that is off at night misses no day. */
export const expiryNoticeJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('certificateExpiry', () => tellExpiring(systemCtx), '15 * * * *'),
]
