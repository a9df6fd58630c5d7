import type { Feature } from '../../../platform/feature.ts'
import { alarmDeskJobs } from './alarm-desk.jobs.ts'
import { alarmDeskRoutes } from './alarm-desk.routes.ts'

export const alarmDeskFeature: Feature = {
  name: 'alarm-desk',
  routes: () => alarmDeskRoutes,
  jobs: alarmDeskJobs,
}
