import type { JobServices } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'
import { createPlannedOrders } from './create-planned-orders.ts'

/** Hourly, because days begin at a different hour in every time zone, and so that a machine that is off at night misses none. */
export const orderPlanJobs = ({ systemCtx }: JobServices): JobDefinition[] => [
  job('orderPlans', async (_payload, stopping) => void (await createPlannedOrders(systemCtx, stopping)), '12 * * * *'),
]
