import type { Feature } from '../../../platform/feature.ts'
import { deviceExport, stockExport } from './device-list.reads.ts'
import { deviceJobs } from './device.jobs.ts'
import { deviceRoutes } from './device.routes.ts'
import { deviceImport, devicePresetImport } from './import-devices.ts'

export const deviceFeature: Feature = {
  name: 'device',
  routes: () => deviceRoutes,
  exports: { device: deviceExport, devicePreset: stockExport },
  imports: { device: deviceImport, devicePreset: devicePresetImport },
  jobs: deviceJobs,
  liveKinds: ['device'],
}
