import type { Feature } from '../../../platform/feature.ts'
import { notifyProviderRoutes } from './notify-provider.routes.ts'
import { sendingService } from './watch-sending.ts'

/** The dispatcher and the callbacks of providers belong to `notification`, because a person who is called takes the alarm over there. */
export const notifyProviderFeature: Feature = {
  name: 'notify-provider',
  routes: () => notifyProviderRoutes,
  services: ({ notifyingCtx, log }) => [sendingService(notifyingCtx, log)],
}
