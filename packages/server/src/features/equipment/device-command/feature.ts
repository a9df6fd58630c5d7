import type { Feature } from '../../../platform/feature.ts'
import { createCommandSender } from './command-sender.ts'
import { deviceCommandRoutes } from './device-command.routes.ts'
import { sentCommandExport } from './sent-command.reads.ts'

export const deviceCommandFeature: Feature = {
  name: 'device-command',
  routes: () => deviceCommandRoutes,
  exports: { sentCommand: sentCommandExport },
  services: ({ ctx, broker, notifications, log }) => [
    { roles: ['ingest'], run: createCommandSender({ ctx, broker, notifications, log }) },
  ],
  liveKinds: ['command'],
}
