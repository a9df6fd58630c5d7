import type { Write } from '../../../platform/transact.ts'
import { administratorsOf } from '../../base/tenant/administrators.ts'

/** The people told of an application: administrators of the project's company, and those who look after the project. */
export const decidersOf = async (write: Write, projectId: number, companyId: number): Promise<number[]> => {
  const [people, admins] = await Promise.all([
    administratorsOf(write.systemDb, [companyId]),
    write.systemDb.selectFrom('project_admin').select('account_id').where('project_id', '=', projectId).execute(),
  ])
  return [...people.map(({ id }) => id), ...admins.map(({ account_id }) => account_id)]
}
