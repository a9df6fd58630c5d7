import type { Feature } from '../../../platform/feature.ts'
import { faultTypeRoutes } from './fault-type.routes.ts'

export const faultTypeFeature: Feature = {
  name: 'fault-type',
  routes: () => faultTypeRoutes,
}
