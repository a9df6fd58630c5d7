import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { customerOfContacts } from './customer-of-contacts.ts'
import { contactIds } from './customer-contact.store.ts'

/** Adds a contact at the end of a customer's list. */
export const createCustomerContact = (
  ctx: Ctx,
  { customerId, ...input }: InputOf<typeof endpoints.customerContact.create>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const customer = await customerOfContacts(write, customerId, 'customerId')
    const known = await contactIds(write.systemDb, customer.id)
    if (known.length >= limits.customerContacts)
      throw new DomainError('precondition', {
        reason: translate(ctx.locale, 'reasons.contactsFull', { count: limits.customerContacts }),
      })
    const contact = {
      company_id: customer.company_id,
      path: customer.path,
      customer_id: customer.id,
      seq: known.length + 1,
      name: input.name,
      role: input.role,
      phone: input.phone,
      email: input.email ?? null,
      remark: input.remark ?? '',
    }
    return { id: await insertRow(write, 'customer_contact', contact, { action: 'customerContact.create' }) }
  })
