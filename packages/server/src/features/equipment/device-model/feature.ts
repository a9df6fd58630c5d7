import type { Feature } from '../../../platform/feature.ts'
import { deviceModelRoutes } from './device-model.routes.ts'

export const deviceModelFeature: Feature = {
  name: 'device-model',
  routes: () => deviceModelRoutes,
  uploads: ['deviceImage'],
}
