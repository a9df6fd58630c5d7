import type { Feature } from '../../../platform/feature.ts'
import { alarmTypeRoutes } from './alarm-type.routes.ts'

export const alarmTypeFeature: Feature = {
  name: 'alarm-type',
  routes: () => alarmTypeRoutes,
}
