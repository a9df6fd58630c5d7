import type { Feature } from '../../platform/feature.ts'
import { deviceRoutes } from './device.routes.ts'

export const deviceFeature: Feature = {
  name: 'device',
  routes: () => deviceRoutes,
  liveKinds: ['device', 'gateway'],
}
