import { DomainError, limits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { type Write, transact } from '../../../platform/transact.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { insertRow, lockRow, updateRow, auditRow, deleteRow } from '../../../platform/rows/rows.ts'
import { contactIds, numberContacts } from './customer-contact.store.ts'
import { customerOf } from './customer-contact.reads.ts'

/**
 * The customer whose contacts change, locked, so that two people do not reorder them at once and nobody deletes the customer meanwhile.
 * @throws DomainError notFound
 */
const customerOfContacts = async (write: Write, id: number, field = 'id') => {
  const customer = await write.db
    .selectFrom('customer')
    .select(['id', 'company_id', 'path'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!customer) throw new DomainError('notFound', {}, field)
  return customer
}

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

type Unmask = typeof endpoints.customerContact.unmask

/** Shows the phone and email of a contact in full, and records that in the audit log. */
export const unmaskCustomerContact = (ctx: Ctx, input: InputOf<Unmask>): Promise<OutputOf<Unmask>> =>
  transact(ctx, async (write) => {
    const contact = await lockRow(write, 'customer_contact', input)
    auditRow(write, 'customer_contact', contact, { action: 'customerContact.unmask' })
    return { phone: contact.phone, email: contact.email }
  })

/** Removes a contact; those after it move up. */
export const removeCustomerContact = (ctx: Ctx, input: InputOf<typeof endpoints.customerContact.remove>): Promise<null> =>
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

/** Deletes the contacts of a deleted customer: there is no longer a reason to keep their numbers. */
export const removeContacts = async (write: Write, customerId: number): Promise<void> => {
  await write.systemDb.deleteFrom('customer_contact').where('customer_id', '=', customerId).execute()
}
