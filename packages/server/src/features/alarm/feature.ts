import type { Feature } from '../../platform/feature.ts'
import { alarmExport } from './alarm.reads.ts'
import { alarmRoutes } from './alarm.routes.ts'

export const alarmFeature: Feature = {
  name: 'alarm',
  routes: () => alarmRoutes,
  exports: { alarm: alarmExport },
  liveKinds: ['alarm'],
}
