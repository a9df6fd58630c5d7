import type { Feature } from '../../../platform/feature.ts'
import { editionExport } from './firmware.reads.ts'
import { firmwareRoutes } from './firmware.routes.ts'
import { registerFirmwareKeys } from './public-keys.http.ts'

export const firmwareFeature: Feature = {
  name: 'firmware',
  routes: () => firmwareRoutes,
  exports: { firmwareEdition: editionExport },
  http: (server, { ctx }) => registerFirmwareKeys(server, ctx.systemDb),
  liveKinds: ['firmware'],
  uploads: ['firmware'],
}
