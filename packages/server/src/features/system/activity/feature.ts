import type { Feature } from '../../../platform/feature.ts'
import { activityRoutes } from './activity.routes.ts'

export const activityFeature: Feature = {
  name: 'activity',
  routes: () => activityRoutes,
}
