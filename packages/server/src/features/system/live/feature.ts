import type { Feature } from '../../../platform/feature.ts'
import { liveRoutes } from './live.routes.ts'

export const liveFeature: Feature = {
  name: 'live',
  routes: ({ hub, health }) => liveRoutes(hub, health),
  liveKinds: ['refresh'],
}
