import type { Feature } from '../../../platform/feature.ts'
import { editionExport } from './firmware.reads.ts'
import { firmwareRoutes } from './firmware.routes.ts'

export const firmwareFeature: Feature = {
  name: 'firmware',
  routes: () => firmwareRoutes,
  exports: { firmwareEdition: editionExport },
  liveKinds: ['firmware'],
  uploads: ['firmware'],
}
