import type { Feature } from '../../platform/feature.ts'
import { expiryNoticeJobs } from './expiry-notice.jobs.ts'

/** Says that certificates, documents and contracts expire. */
export const expiryNoticeFeature: Feature = { name: 'expiry-notice', jobs: expiryNoticeJobs }
