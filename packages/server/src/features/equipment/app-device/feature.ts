import type { Feature } from '../../../platform/feature.ts'
import { appDeviceRoutes } from './app-device.routes.ts'

export const appDeviceFeature: Feature = {
  name: 'app-device',
  routes: () => appDeviceRoutes,
}
