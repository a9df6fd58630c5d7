import type { Feature } from '../../../platform/feature.ts'
import { orderExports } from './order.reads.ts'
import { orderJobs } from './order.jobs.ts'
import { accountOrderRoutes, orderAppRoutes, orderCommonRoutes, orderRoutes } from './order.routes.ts'

export const orderFeature: Feature = {
  name: 'order',
  routes: () => [...orderRoutes, ...orderCommonRoutes, ...orderAppRoutes, ...accountOrderRoutes],
  exports: orderExports,
  jobs: orderJobs,
  liveKinds: ['order'],
  uploads: ['photo'],
}
