import type { Feature } from '../../platform/feature.ts'
import { dutyJobs } from './duty.jobs.ts'
import { dutyRoutes } from './duty.routes.ts'

export const dutyFeature: Feature = {
  name: 'duty',
  routes: () => dutyRoutes,
  jobs: dutyJobs,
  liveKinds: ['duty'],
}
