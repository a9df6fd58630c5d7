import type { Feature } from '../../../platform/feature.ts'
import { apiConfigExport } from './api-config.reads.ts'
import { apiConfigRoutes, operatorPlatformRoutes } from './api-config.routes.ts'
import { operatorPlatformExport } from './operator-platform.reads.ts'

export const apiConfigFeature: Feature = {
  name: 'api-config',
  routes: () => [...apiConfigRoutes, ...operatorPlatformRoutes],
  exports: { apiConfig: apiConfigExport, operatorPlatform: operatorPlatformExport },
}
