import type { Write } from '../../platform/transact.ts'
import { administratorsOf } from '../tenant/administrators.ts'

/** Where applications are decided. */
export const joinPage = '/project/projectJoinList'

/** Who hears of an application: the administrators of the company that owns the project, and those who look after it. */
export const decidersOf = async (write: Write, projectId: number, companyId: number): Promise<number[]> => {
  const [people, admins] = await Promise.all([
    administratorsOf(write.systemDb, [companyId]),
    write.systemDb.selectFrom('project_admin').select('account_id').where('project_id', '=', projectId).execute(),
  ])
  return [...people.map(({ id }) => id), ...admins.map(({ account_id }) => account_id)]
}
