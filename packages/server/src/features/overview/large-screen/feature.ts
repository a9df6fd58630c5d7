import type { Feature } from '../../../platform/feature.ts'
import { largeScreenRoutes } from './large-screen.routes.ts'

export const largeScreenFeature: Feature = {
  name: 'large-screen',
  routes: () => largeScreenRoutes,
}
