import { DomainError } from '@emberwatch/contract'
import type { Write } from '../../../platform/transact.ts'

/**
 * The customer whose contacts change, locked, so that two people do not reorder them at once and nobody deletes the customer meanwhile.
 * @throws DomainError notFound
 */
export const customerOfContacts = async (write: Write, id: number, field = 'id') => {
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
