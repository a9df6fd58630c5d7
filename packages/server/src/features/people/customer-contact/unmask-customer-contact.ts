import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

type Unmask = typeof endpoints.customerContact.unmask

/** Shows the phone and email of a contact in full, and records that in the audit log. */
export const unmaskCustomerContact = (ctx: Ctx, input: InputOf<Unmask>): Promise<OutputOf<Unmask>> =>
  transact(ctx, async (write) => {
    const contact = await lockRow(write, 'customer_contact', input)
    auditRow(write, 'customer_contact', contact, { action: 'customerContact.unmask' })
    return { phone: contact.phone, email: contact.email }
  })
