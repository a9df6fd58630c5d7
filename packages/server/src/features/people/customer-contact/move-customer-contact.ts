import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { contactIds, numberContacts } from './customer-contact.store.ts'
import { customerOfContacts } from './customer-of-contacts.ts'
import { customerOf } from './customer-contact.reads.ts'

/** Moves a contact to another position; beyond the last means last. */
export const moveCustomerContact = (ctx: Ctx, { id, seq }: InputOf<typeof endpoints.customerContact.move>): Promise<null> =>
  transact(ctx, async (write) => {
    const customer = await customerOfContacts(write, await customerOf(write.db, id))
    const contact = await lockRow(write, 'customer_contact', { id })
    const others = (await contactIds(write.systemDb, customer.id)).filter((other) => other !== id)
    const ids = others.toSpliced(seq - 1, 0, id)
    const now = ids.indexOf(id) + 1
    await numberContacts(write.systemDb, ids)
    auditRow(write, 'customer_contact', contact, { action: 'customerContact.reorder', changes: { seq: [contact.seq, now] } })
    return null
  })
