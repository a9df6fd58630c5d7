import type { Feature } from '../../../platform/feature.ts'
import { customerContractExport } from './customer-contract.reads.ts'
import { customerContractRoutes } from './customer-contract.routes.ts'

export const customerContractFeature: Feature = {
  name: 'customer-contract',
  routes: () => customerContractRoutes,
  exports: { customerContract: customerContractExport },
}
