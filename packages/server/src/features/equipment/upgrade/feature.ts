import type { Feature } from '../../../platform/feature.ts'
import { upgradeDeviceExport } from './upgrade-device.reads.ts'
import { upgradeRoutes } from './upgrade.routes.ts'

export const upgradeFeature: Feature = {
  name: 'upgrade',
  routes: () => upgradeRoutes,
  exports: { upgradeDevice: upgradeDeviceExport },
  liveKinds: ['upgrade'],
}
