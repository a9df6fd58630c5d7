import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { orderPlanOf } from './order-plan.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { createPlannedOrders } from './create-planned-orders.ts'

const orderPlanRoutes = bind(endpoints.orderPlan, { next: orderPlanOf })

/** Hourly, because days begin at a different hour in every time zone, and so that a machine that is off at night misses none. */
const orderPlanJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('orderPlans', async (_payload, stopping) => void (await createPlannedOrders(systemCtx, stopping)), '12 * * * *'),
]

export const orderPlanFeature: Feature = {
  name: 'order-plan',
  routes: () => orderPlanRoutes,
  jobs: orderPlanJobs,
}
