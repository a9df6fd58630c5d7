import type { Feature } from '../../../platform/feature.ts'
import { pushEndpointJobs } from './push-endpoint.jobs.ts'
import { pushEndpointRoutes } from './push-endpoint.routes.ts'

/** app.ts starts the collector and the deliverer. */
export const pushEndpointFeature: Feature = {
  name: 'push-endpoint',
  routes: () => pushEndpointRoutes,
  jobs: pushEndpointJobs,
}
