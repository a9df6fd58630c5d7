import type { Write } from '../../platform/transact.ts'

/** With a customer that is deleted go the people there: nobody has a reason to keep their numbers any longer. */
export const removeContacts = async (write: Write, customerId: number): Promise<void> => {
  await write.systemDb.deleteFrom('customer_contact').where('customer_id', '=', customerId).execute()
}
