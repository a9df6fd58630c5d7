import type { Feature } from '../../../platform/feature.ts'
import { gatewayExport, gatewayPresetExport } from './gateway.reads.ts'
import { gatewayJobs } from './gateway.jobs.ts'
import { gatewayRoutes } from './gateway.routes.ts'
import { gatewayImport, gatewayPresetImport } from './import-gateways.ts'

export const gatewayFeature: Feature = {
  name: 'gateway',
  routes: () => gatewayRoutes,
  exports: { gateway: gatewayExport, gatewayPreset: gatewayPresetExport },
  imports: { gateway: gatewayImport, gatewayPreset: gatewayPresetImport },
  jobs: gatewayJobs,
  liveKinds: ['gateway'],
}
