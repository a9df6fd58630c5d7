import type { Feature } from '../../../platform/feature.ts'
import { sessionRoutes } from './session.routes.ts'

export const sessionFeature: Feature = {
  name: 'session',
  routes: () => sessionRoutes,
  liveKinds: ['session'],
  uploads: ['avatar'],
}
