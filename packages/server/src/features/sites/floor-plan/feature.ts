import type { Feature } from '../../../platform/feature.ts'
import { floorPlanRoutes } from './floor-plan.routes.ts'

export const floorPlanFeature: Feature = { name: 'floor-plan', routes: () => floorPlanRoutes, uploads: ['floorPlan'] }
