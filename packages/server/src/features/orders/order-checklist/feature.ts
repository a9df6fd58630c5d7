import type { Feature } from '../../../platform/feature.ts'
import { orderChecklistRoutes } from './order-checklist.routes.ts'

export const orderChecklistFeature: Feature = { name: 'order-checklist', routes: () => orderChecklistRoutes }
