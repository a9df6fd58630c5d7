import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { orderPlanOf } from './order-plan.reads.ts'

export const orderPlanRoutes = bind(endpoints.orderPlan, { next: orderPlanOf })
