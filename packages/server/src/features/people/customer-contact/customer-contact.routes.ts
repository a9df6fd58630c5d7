import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createCustomerContact } from './create-customer-contact.ts'
import { pageCustomerContacts } from './customer-contact.reads.ts'
import { deleteCustomerContact } from './delete-customer-contact.ts'
import { moveCustomerContact } from './move-customer-contact.ts'
import { unmaskCustomerContact } from './unmask-customer-contact.ts'
import { updateCustomerContact } from './update-customer-contact.ts'

export const customerContactRoutes = bind(endpoints.customerContact, {
  page: pageCustomerContacts,
  create: createCustomerContact,
  update: updateCustomerContact,
  del: deleteCustomerContact,
  move: moveCustomerContact,
  unmask: unmaskCustomerContact,
})
