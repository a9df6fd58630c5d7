import type { Feature } from '../../../platform/feature.ts'
import { alarmTestJobs } from './alarm-test.jobs.ts'
import { alarmTestRoutes } from './alarm-test.routes.ts'

export const alarmTestFeature: Feature = {
  name: 'alarm-test',
  routes: ({ raiseTestAlarm }) => alarmTestRoutes(raiseTestAlarm),
  jobs: alarmTestJobs,
}
