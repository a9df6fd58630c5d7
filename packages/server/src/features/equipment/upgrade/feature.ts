import type { Feature } from '../../../platform/feature.ts'
import { registerFirmwareFile } from './firmware-file.http.ts'
import { upgradeDeviceExport } from './upgrade-device.reads.ts'
import { createUpgradeEngine } from './upgrade-engine.ts'
import { createUpgradePublisher } from './upgrade-publisher.ts'
import { upgradeRoutes } from './upgrade.routes.ts'

export const upgradeFeature: Feature = {
  name: 'upgrade',
  routes: () => upgradeRoutes,
  exports: { upgradeDevice: upgradeDeviceExport },
  services: ({ ctx, broker, notifications, log }) => [
    { roles: ['ingest'], run: createUpgradePublisher({ ctx, broker, notifications, log }) },
    { roles: ['jobs'], run: createUpgradeEngine({ ctx, notifications, log }) },
  ],
  http: registerFirmwareFile,
  liveKinds: ['upgrade'],
}
