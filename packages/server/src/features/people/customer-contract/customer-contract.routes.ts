import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createCustomerContract } from './create-customer-contract.ts'
import { exportCustomerContracts, pageCustomerContracts } from './customer-contract.reads.ts'
import { deleteCustomerContract } from './delete-customer-contract.ts'
import { updateCustomerContract } from './update-customer-contract.ts'

export const customerContractRoutes = bind(endpoints.customerContract, {
  page: pageCustomerContracts,
  create: createCustomerContract,
  update: updateCustomerContract,
  del: deleteCustomerContract,
  export: exportCustomerContracts,
})
