import type { Feature } from '../../../platform/feature.ts'
import { notificationRoutes } from './notification.routes.ts'

export const notificationFeature: Feature = {
  name: 'notification',
  routes: () => notificationRoutes,
  liveKinds: ['notification'],
}
