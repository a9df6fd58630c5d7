import type { Feature } from '../../../platform/feature.ts'
import { recallExport } from './recall.reads.ts'
import { recallRoutes } from './recall.routes.ts'

export const recallFeature: Feature = {
  name: 'recall',
  routes: () => recallRoutes,
  exports: { recall: recallExport },
}
