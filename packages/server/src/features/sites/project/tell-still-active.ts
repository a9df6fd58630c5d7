import { pageAddress } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Write } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { sendMessages } from '../../base/message/send-messages.ts'

/** The number of open test alarms of `project.id` whose source has not been restored. */
export const activeTestAlarms = sql<number>`(select count(*) from alarm
  where alarm.project_id = project.id and alarm.state in ('unconfirmed', 'confirmed') and alarm.test and alarm.source_active)`

const receiversOf = async (db: Kysely<Tables>, projectId: number, madeBy: number | null): Promise<number[]> => {
  const admins = await db.selectFrom('project_admin').select('account_id').where('project_id', '=', projectId).execute()
  return [...admins.map((row) => row.account_id), ...(madeBy === null ? [] : [madeBy])]
}

/**
 * A test has ended, and a detector that it set off still reports its alarm. Whoever made the test, and those who look after the project,
 * are told, since no new signal may follow. Until somebody has checked, it may be a fire.
 */
export const tellStillActive = async (
  write: Write,
  project: { readonly id: number; readonly name: string },
  madeBy: number | null,
): Promise<void> => {
  const { count } = await write.systemDb
    .selectFrom('project')
    .select(activeTestAlarms.as('count'))
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  if (count === 0) return
  const people = await receiversOf(write.systemDb, project.id, madeBy)
  await sendMessages(
    write,
    people,
    'testStillActive',
    { project: project.name, count },
    pageAddress('projectDetail', { id: project.id }),
  )
}
