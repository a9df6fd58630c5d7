import type { Feature } from '../../../platform/feature.ts'
import { alarmJobs } from './alarm.jobs.ts'
import { alarmExport } from './alarm.reads.ts'
import { alarmRoutes } from './alarm.routes.ts'

export const alarmFeature: Feature = {
  name: 'alarm',
  routes: () => alarmRoutes,
  exports: { alarm: alarmExport },
  jobs: alarmJobs,
  liveKinds: ['alarm'],
}
