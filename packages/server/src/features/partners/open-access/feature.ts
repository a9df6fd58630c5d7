import type { Feature } from '../../../platform/feature.ts'
import { openAccessExport } from './open-access.reads.ts'
import { openAccessRoutes } from './open-access.routes.ts'

export const openAccessFeature: Feature = {
  name: 'open-access',
  routes: () => openAccessRoutes,
  exports: { openAccess: openAccessExport },
}
