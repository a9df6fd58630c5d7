import type { JobServices } from '../../platform/feature.ts'
import { job, type JobDefinition } from '../../platform/jobs.ts'
import { createPlannedOrders } from './create-planned-orders.ts'

/** Every hour, because days begin at another hour in every time zone, and a machine that is off at night misses none. */
export const orderPlanJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('orderPlans', async (_payload, stopping) => void (await createPlannedOrders(systemCtx, stopping)), '12 * * * *'),
]
