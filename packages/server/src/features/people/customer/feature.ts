import type { Feature } from '../../../platform/feature.ts'
import { customerExport } from './customer.reads.ts'
import { customerRoutes } from './customer.routes.ts'
import { customerImport } from './import-customers.ts'

export const customerFeature: Feature = {
  name: 'customer',
  routes: () => customerRoutes,
  exports: { customer: customerExport },
  imports: { customer: customerImport },
}
