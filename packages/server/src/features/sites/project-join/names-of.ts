import type { Write } from '../../../platform/transact.ts'
import type { StoredJoin } from './lock-join.ts'

/** The names of the project and the company, for the audit log and for messages. */
export const namesOf = async (
  write: Write,
  { project_id, joiner_id }: Pick<StoredJoin, 'project_id' | 'joiner_id'>,
): Promise<{ project: string; code: string; company: string }> => {
  const { systemDb } = write // not scoped: names for a row that the caller sees
  const project = await systemDb
    .selectFrom('project')
    .select(['name', 'code'])
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const company = await systemDb.selectFrom('company').select('name').where('id', '=', joiner_id).executeTakeFirstOrThrow()
  return { project: project.name, code: project.code, company: company.name }
}
