import type { Feature } from '../../../platform/feature.ts'
import { orderPlanJobs } from './order-plan.jobs.ts'
import { orderPlanRoutes } from './order-plan.routes.ts'

export const orderPlanFeature: Feature = {
  name: 'order-plan',
  routes: () => orderPlanRoutes,
  jobs: orderPlanJobs,
}
