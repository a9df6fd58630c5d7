import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import {
  createCustomerContact,
  removeCustomerContact,
  moveCustomerContact,
  unmaskCustomerContact,
  updateCustomerContact,
} from './customer-contact.verbs.ts'
import { pageCustomerContacts } from './customer-contact.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const customerContactRoutes = bind(endpoints.customerContact, {
  page: pageCustomerContacts,
  create: createCustomerContact,
  update: updateCustomerContact,
  remove: removeCustomerContact,
  move: moveCustomerContact,
  unmask: unmaskCustomerContact,
})

export const customerContactFeature: Feature = { name: 'customer-contact', routes: () => customerContactRoutes }
