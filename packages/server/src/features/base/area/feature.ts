import type { Feature } from '../../../platform/feature.ts'
import { areaRoutes, enumRoutes } from './area.routes.ts'

export const areaFeature: Feature = {
  name: 'area',
  routes: () => [...areaRoutes, ...enumRoutes],
}
