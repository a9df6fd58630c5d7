import type { Feature } from '../../../platform/feature.ts'
import { alarmBreachExport } from './alarm-breach.export.ts'
import { alarmBreachRoutes } from './alarm-breach.routes.ts'

export const alarmBreachFeature: Feature = {
  name: 'alarm-breach',
  routes: () => alarmBreachRoutes,
  exports: { alarmBreach: alarmBreachExport },
}
