import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { escalateRun } from './escalate-by-hand.ts'
import { escalationOf, faultEscalationOf } from './notification.reads.ts'
import { previewCall, previewTypes } from './preview.ts'
import type { Feature } from '../../../platform/feature.ts'
import { registerCallbacks } from '../notify-provider/callback.http.ts'
import { createDispatcher } from '../notify-provider/dispatcher.ts'
import { engineService } from './engine.ts'
import { takeByPhone } from './take-by-phone.ts'

const notificationRoutes = [
  ...bind(endpoints.notification, { preview: previewCall, previewTypes }),
  ...bind(endpoints.notificationRun, { escalation: escalationOf, faultEscalation: faultEscalationOf, escalate: escalateRun }),
]

export const notificationFeature: Feature = {
  name: 'notification',
  routes: () => notificationRoutes,
  services({ notifyingCtx: ctx, notifications, underWay, log }) {
    const dispatcher = createDispatcher({ ctx, notifications, takeByPhone, underWay, log })
    return [
      engineService({ ctx, notifications, underWay, log }),
      {
        roles: ['jobs'],
        run: dispatcher,
        health: { delivery: () => (dispatcher.isWorking() ? null : 'messages are not sent') },
      },
    ]
  },
  http: (server, { ctx, log }) => registerCallbacks(server, { ctx, takeByPhone, log }),
  liveKinds: ['notification'],
}
