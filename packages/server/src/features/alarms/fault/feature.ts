import type { Feature } from '../../../platform/feature.ts'
import { faultExport } from './fault.reads.ts'
import { faultRoutes } from './fault.routes.ts'

export const faultFeature: Feature = {
  name: 'fault',
  routes: () => faultRoutes,
  exports: { fault: faultExport },
  liveKinds: ['fault'],
}
