import type { Feature } from '../../platform/feature.ts'
import { deviceExport, stockExport } from './device-list.reads.ts'
import { deviceJobs } from './device.jobs.ts'
import { deviceRoutes } from './device.routes.ts'
import { gatewayExport, gatewayPresetExport } from './gateway.reads.ts'
import { gatewayJobs } from './gateway.jobs.ts'
import { gatewayRoutes } from './gateway.routes.ts'
import { deviceImport, devicePresetImport } from './import-devices.ts'
import { gatewayImport, gatewayPresetImport } from './import-gateways.ts'

export const deviceFeature: Feature = {
  name: 'device',
  routes: () => [...deviceRoutes, ...gatewayRoutes],
  exports: { device: deviceExport, devicePreset: stockExport, gateway: gatewayExport, gatewayPreset: gatewayPresetExport },
  imports: { device: deviceImport, devicePreset: devicePresetImport, gateway: gatewayImport, gatewayPreset: gatewayPresetImport },
  jobs: (services) => [...deviceJobs(services), ...gatewayJobs(services)],
  liveKinds: ['device', 'gateway'],
}
