import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createCustomerContract, removeCustomerContract, updateCustomerContract } from './customer-contract.verbs.ts'
import { exportCustomerContracts, pageCustomerContracts, customerContractExport } from './customer-contract.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const customerContractRoutes = bind(endpoints.customerContract, {
  page: pageCustomerContracts,
  create: createCustomerContract,
  update: updateCustomerContract,
  remove: removeCustomerContract,
  export: exportCustomerContracts,
})

export const customerContractFeature: Feature = {
  name: 'customer-contract',
  routes: () => customerContractRoutes,
  exports: { customerContract: customerContractExport },
}
