import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createCustomer, removeCustomer, setCustomerEnabled, unmaskCustomer, updateCustomer } from './customer.verbs.ts'
import { customerDetail, exportCustomers, pageCustomers, selectCustomers, customerExport } from './customer.reads.ts'
import { customerImportResult, customerImportTemplate, importCustomers, customerImport } from './import-customers.ts'
import type { Feature } from '../../../platform/feature.ts'

const customerRoutes = bind(endpoints.customer, {
  page: pageCustomers,
  detail: customerDetail,
  select: selectCustomers,
  create: createCustomer,
  update: updateCustomer,
  remove: removeCustomer,
  setEnabled: setCustomerEnabled,
  unmask: unmaskCustomer,
  export: exportCustomers,
  importTemplate: customerImportTemplate,
  import: importCustomers,
  importResult: customerImportResult,
})

export const customerFeature: Feature = {
  name: 'customer',
  routes: () => customerRoutes,
  exports: { customer: customerExport },
  imports: { customer: customerImport },
}
