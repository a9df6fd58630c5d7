import type { Feature } from '../../../platform/feature.ts'
import { createPushCollector } from './push-collector.ts'
import { createPushDeliverer } from './push-deliverer.ts'
import { pushEndpointJobs } from './push-endpoint.jobs.ts'
import { pushEndpointRoutes } from './push-endpoint.routes.ts'

/** Collects events, and delivers them: over HTTP in processes that run jobs, over MQTT in those with a broker of their own. */
const pushServices: Feature['services'] = ({ pushingCtx: ctx, notifications, events, log }) => {
  const collector = createPushCollector({ ctx, notifications, log })
  const ways = [...(ctx.config.roles.has('jobs') ? (['http'] as const) : []), ...(events ? (['mqtt'] as const) : [])]
  const deliverer = createPushDeliverer({ ctx, notifications, ways, broker: events, log })
  return [
    {
      roles: ['jobs'],
      run: collector,
      health: { delivery: () => (collector.healthy() ? null : 'events are not pushed') },
    },
    ...(ways.length > 0 ? [{ roles: ['jobs', 'ingest'] as const, run: deliverer }] : []),
  ]
}

export const pushEndpointFeature: Feature = {
  name: 'push-endpoint',
  routes: () => pushEndpointRoutes,
  jobs: pushEndpointJobs,
  services: pushServices,
}
