import type { Feature } from '../../../platform/feature.ts'
import { expiryNoticeJobs } from './expiry-notice.jobs.ts'

/** Tells people that certificates, documents and contracts expire. */
export const expiryNoticeFeature: Feature = { name: 'expiry-notice', jobs: expiryNoticeJobs }
