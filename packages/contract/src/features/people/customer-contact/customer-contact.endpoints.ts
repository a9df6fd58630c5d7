import { about, endpoint } from '../../../kernel/endpoint.ts'
import { input, nothing, ref } from '../../../kernel/schema.ts'
import { standardCalls } from '../../base/file/standard-calls.ts'
import {
  customerContactCreateInput,
  customerContactMoveInput,
  customerContactPageInput,
  customerContactRow,
  customerContactUnmasked,
  customerContactUpdateInput,
} from './customer-contact.schema.ts'

export const customerContactEndpoints = about('customer', {
  ...standardCalls('customerContact', {
    entity: 'customer_contact',
    words: ['a contact of a customer', 'contacts of a customer'],
    persons: ['name'],
    page: { input: customerContactPageInput, row: customerContactRow },
    create: { input: customerContactCreateInput, errors: ['precondition'] },
    update: { input: customerContactUpdateInput },
    remove: {},
  }),
  move: endpoint({
    method: 'POST',
    path: 'web/customerContact/move',
    access: 'customerContact:update',
    input: customerContactMoveInput,
    output: nothing,
    summary: 'Put a contact at another place of the list; the others move up or down',
  }),
  unmask: endpoint({
    method: 'POST',
    path: 'web/customerContact/unmask',
    access: 'customerContact:unmask',
    input: input({ id: ref('customer_contact') }),
    output: customerContactUnmasked,
    summary: 'Phone and email in full; every call is audited',
  }),
})
