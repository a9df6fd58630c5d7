import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { notifyOfExpiries } from './notify-of-expiries.ts'

/** Hourly, so that a machine that is off at night misses no day. */
const expiryNoticeJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('certificateExpiry', () => notifyOfExpiries(systemCtx), '15 * * * *'),
]

/** Tells people that certificates, documents and contracts expire. */
export const expiryNoticeFeature: Feature = { name: 'expiry-notice', jobs: expiryNoticeJobs }
