import type { Feature } from '../../../platform/feature.ts'
import { registerCallbacks } from '../notify-provider/callback.http.ts'
import { createDispatcher } from '../notify-provider/dispatcher.ts'
import { engineService } from './engine.ts'
import { notificationRoutes } from './notification.routes.ts'
import { takeByPhone } from './take-by-phone.ts'

export const notificationFeature: Feature = {
  name: 'notification',
  routes: () => notificationRoutes,
  services: ({ notifyingCtx: ctx, notifications, underWay, log }) => [
    engineService({ ctx, notifications, underWay, log }),
    { roles: ['jobs'], run: createDispatcher({ ctx, notifications, takeByPhone, underWay, log }) },
  ],
  http: (server, { ctx, log }) => registerCallbacks(server, { ctx, takeByPhone, log }),
  liveKinds: ['notification'],
}
