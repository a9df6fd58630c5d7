import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'

/** Edits a contact. Phone and email that are left out stay: a caller who sees them masked cannot send them back. */
export const updateCustomerContact = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.customerContact.update>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const contact = await lockRow(write, 'customer_contact', input)
    const changes = {
      name: input.name,
      role: input.role,
      phone: input.phone ?? contact.phone,
      email: input.email ?? (input.noEmail ? null : contact.email),
      remark: input.remark ?? '',
    }
    await updateRow(write, 'customer_contact', contact, changes, { action: 'customerContact.update' })
    return { id: contact.id }
  })
