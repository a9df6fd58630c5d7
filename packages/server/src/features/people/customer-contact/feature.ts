import type { Feature } from '../../../platform/feature.ts'
import { customerContactRoutes } from './customer-contact.routes.ts'

export const customerContactFeature: Feature = { name: 'customer-contact', routes: () => customerContactRoutes }
