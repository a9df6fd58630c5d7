import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createCustomer } from './create-customer.ts'
import { customerDetail, exportCustomers, pageCustomers, selectCustomers } from './customer.reads.ts'
import { deleteCustomer } from './delete-customer.ts'
import { setCustomerEnabled } from './set-customer-enabled.ts'
import { customerImportResult, customerImportTemplate, importCustomers } from './import-customers.ts'
import { unmaskCustomer } from './unmask-customer.ts'
import { updateCustomer } from './update-customer.ts'

export const customerRoutes = bind(endpoints.customer, {
  page: pageCustomers,
  detail: customerDetail,
  select: selectCustomers,
  create: createCustomer,
  update: updateCustomer,
  del: deleteCustomer,
  forbidden: setCustomerEnabled,
  unmask: unmaskCustomer,
  export: exportCustomers,
  importTemplate: customerImportTemplate,
  import: importCustomers,
  importResult: customerImportResult,
})
