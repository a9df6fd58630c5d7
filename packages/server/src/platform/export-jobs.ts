import type { Insertable, Kysely } from 'kysely'
import type { ExportJobTable } from '../tables/people.tables.ts'
import type { Tables } from '../tables/index.ts'

type Db = Kysely<Tables>

/** Begins an export, as one more attempt. Undefined if it has ended. */
export const beginExportJob = (db: Db, id: number): Promise<{ attempts: number } | undefined> =>
  db
    .updateTable('export_job')
    .set((e) => ({ state: 'running', attempts: e('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning('attempts')
    .executeTakeFirst()

/** An export that was interrupted through no fault of its own starts over later: the attempt does not count. */
export const putExportJobAside = async (db: Db, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('export_job')
    .set((e) => ({ state: 'waiting', attempts: e('attempts', '-', 1), done: 0 }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Changes = Partial<Pick<Insertable<ExportJobTable>, 'state' | 'done' | 'total' | 'file_id' | 'error'>>

export const updateExportJob = async (db: Db, id: number, changes: Changes): Promise<void> => {
  await db.updateTable('export_job').set(changes).where('id', '=', id).execute()
}

/** Removes the exports ordered before `before`. Returns the ids of their files. */
export const deleteExportJobs = async (db: Db, before: Date): Promise<string[]> => {
  const jobs = await db.deleteFrom('export_job').where('created_at', '<', before.toISOString()).returning('file_id').execute()
  return jobs.flatMap((job) => job.file_id ?? [])
}
