import type { Feature } from '../../../platform/feature.ts'
import { deviceCommandRoutes } from './device-command.routes.ts'
import { sentCommandExport } from './sent-command.reads.ts'

export const deviceCommandFeature: Feature = {
  name: 'device-command',
  routes: () => deviceCommandRoutes,
  exports: { sentCommand: sentCommandExport },
  liveKinds: ['command'],
}
