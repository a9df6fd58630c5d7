import type { Feature } from '../../../platform/feature.ts'
import { faultRepairRoutes } from './fault-repair.routes.ts'

export const faultRepairFeature: Feature = { name: 'fault-repair', routes: () => faultRepairRoutes }
