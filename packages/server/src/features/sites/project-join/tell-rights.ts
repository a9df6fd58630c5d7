import type { Write } from '../../../platform/transact.ts'
import { rightsChanged } from '../../base/access/rights-changed.ts'

/** People of the company see more, or less, from now on. Their open consoles follow at once. */
export const tellRights = async (write: Write, joinerId: number): Promise<void> => {
  const people = await write.systemDb
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', joinerId)
    .where('type', 'not in', ['customer', 'user'])
    .where('deleted_at', 'is', null)
    .execute()
  if (people.length > 0)
    rightsChanged(
      write,
      people.map(({ id }) => id),
    )
}
