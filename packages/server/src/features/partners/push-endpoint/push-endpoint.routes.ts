import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { pauseEndpoint, resumeEndpoint } from './pause-endpoint.ts'
import {
  deliveryDetail,
  endpointDetail,
  pageDeliveries,
  pageEndpoints,
  pushWays,
  selectEndpoints,
} from './push-endpoint.reads.ts'
import { replayPushes } from './replay-pushes.ts'
import { rotatePushSecret } from './rotate-secret.ts'
import { testEndpoint } from './test-endpoint.ts'
import { updateEndpoint } from './update-endpoint.ts'

export const pushEndpointRoutes = bind(endpoints.pushEndpoint, {
  page: pageEndpoints,
  detail: endpointDetail,
  select: selectEndpoints,
  create: createEndpoint,
  update: updateEndpoint,
  del: deleteEndpoint,
  test: testEndpoint,
  deliveries: pageDeliveries,
  delivery: deliveryDetail,
  replay: replayPushes,
  pause: pauseEndpoint,
  resume: resumeEndpoint,
  rotateSecret: rotatePushSecret,
  ways: pushWays,
})
