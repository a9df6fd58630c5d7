import type { Feature } from '../../../platform/feature.ts'
import { appRequestJobs } from './app-request.jobs.ts'

export const appRequestFeature: Feature = {
  name: 'app-request',
  jobs: appRequestJobs,
}
