import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { deleteRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { contactIds, numberContacts } from './customer-contact.store.ts'
import { customerOfContacts } from './customer-of-contacts.ts'
import { customerOf } from './customer-contact.reads.ts'

/** Removes a contact; those after it move up. */
export const deleteCustomerContact = (ctx: Ctx, input: InputOf<typeof endpoints.customerContact.del>): Promise<null> =>
  transact(ctx, async (write) => {
    // The customer first, as every writer who changes the order locks it.
    const customer = await customerOfContacts(write, await customerOf(write.db, input.id))
    const contact = await lockRow(write, 'customer_contact', input, 'delete')
    await deleteRow(write, 'customer_contact', contact, {
      action: 'customerContact.del',
      // The customer's page finds the entry by this.
      changes: { name: [contact.name, null], customerId: [customer.id, null] },
    })
    await numberContacts(write.systemDb, await contactIds(write.systemDb, customer.id))
    return null
  })
