import type { Write } from '../../../platform/transact.ts'
import { staffWith } from '../../base/access/holders-of.ts'

/** Staff of the owner who can approve its tasks, except the requesters. */
export const approversOf = async (
  { systemDb, at }: Pick<Write, 'systemDb' | 'at'>,
  { company_id: companyId }: { readonly company_id: number },
  without: readonly (number | null | undefined)[],
): Promise<number[]> => {
  const staff = await staffWith(systemDb, companyId, 'upgradeTask:approve', at)
  return staff.filter((id) => !without.includes(id))
}
