import type { Write } from '../../platform/transact.ts'
import type { StoredJoin } from './lock-join.ts'

/** What the project and the company are called, for the log and for messages. */
export const namesOf = async (
  write: Write,
  { project_id, joiner_id }: Pick<StoredJoin, 'project_id' | 'joiner_id'>,
): Promise<{ project: string; code: string; company: string }> => {
  const { systemDb } = write // of a row that the caller sees
  const project = await systemDb
    .selectFrom('project')
    .select(['name', 'code'])
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const company = await systemDb.selectFrom('company').select('name').where('id', '=', joiner_id).executeTakeFirstOrThrow()
  return { project: project.name, code: project.code, company: company.name }
}
