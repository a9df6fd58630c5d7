import type { Write } from '../../../platform/transact.ts'

/** Deletes the contacts of a deleted customer: there is no longer a reason to keep their numbers. */
export const removeContacts = async (write: Write, customerId: number): Promise<void> => {
  await write.systemDb.deleteFrom('customer_contact').where('customer_id', '=', customerId).execute()
}
