import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createEndpoint, removeEndpoint, rotatePushSecret, updateEndpoint } from './push-endpoint.verbs.ts'
import { pauseEndpoint, resumeEndpoint, replayPushes, testEndpoint } from './push-endpoint-control.verbs.ts'
import {
  deliveryDetail,
  endpointDetail,
  pageDeliveries,
  pageEndpoints,
  pushWays,
  selectEndpoints,
} from './push-endpoint.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import type { Service } from '../../../platform/service.ts'
import { keepUp } from './upkeep.ts'
import { createPushCollector } from './push-collector.ts'
import { createPushDeliverer } from './push-deliverer.ts'

const pushEndpointRoutes = bind(endpoints.pushEndpoint, {
  page: pageEndpoints,
  detail: endpointDetail,
  select: selectEndpoints,
  create: createEndpoint,
  update: updateEndpoint,
  remove: removeEndpoint,
  test: testEndpoint,
  deliveries: pageDeliveries,
  delivery: deliveryDetail,
  replay: replayPushes,
  pause: pauseEndpoint,
  resume: resumeEndpoint,
  rotateSecret: rotatePushSecret,
  ways: pushWays,
})

const pushEndpointJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('pushUpkeep', () => keepUp(systemCtx), '*/5 * * * *'),
]

/** Collects events, and delivers them: over HTTP in processes that run jobs, over MQTT in those with a broker of their own. */
const pushServices: Feature['services'] = ({ pushingCtx: ctx, notifications, events, log }) => {
  const collector = createPushCollector({ ctx, notifications, log })
  const ways = [...(ctx.config.roles.has('jobs') ? (['http'] as const) : []), ...(events ? (['mqtt'] as const) : [])]
  const deliverer = createPushDeliverer({ ctx, notifications, ways, broker: events, log })
  const delivering: Service = {
    roles: ['jobs', 'ingest'],
    run: deliverer,
    health: { delivery: () => (deliverer.isWorking() ? null : 'pushes are not sent') },
  }
  return [
    {
      roles: ['jobs'],
      run: collector,
      health: { delivery: () => (collector.isWorking() ? null : 'events are not pushed') },
    },
    ...(ways.length > 0 ? [delivering] : []),
  ]
}

export const pushEndpointFeature: Feature = {
  name: 'push-endpoint',
  routes: () => pushEndpointRoutes,
  jobs: pushEndpointJobs,
  services: pushServices,
}
