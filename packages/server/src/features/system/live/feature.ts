import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import type { Health } from '../../../platform/health.ts'
import type { LiveHub } from '../../../platform/live-hub.ts'
import { streamEvents } from './stream.ts'
import type { Feature } from '../../../platform/feature.ts'

const liveRoutes = (hub: LiveHub, health: Health) => bind(endpoints.live, { stream: streamEvents(hub, health) })

export const liveFeature: Feature = {
  name: 'live',
  routes: ({ hub, health }) => liveRoutes(hub, health),
  liveKinds: ['refresh'],
}
