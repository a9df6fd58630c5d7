import type { Insertable, Kysely } from 'kysely'
import type { ExportJobTable } from '../tables/people.tables.ts'
import type { Tables } from '../tables/index.ts'

type Db = Kysely<Tables>

type Changes = Partial<Pick<Insertable<ExportJobTable>, 'state' | 'done' | 'total' | 'file_id' | 'error'>>

export const updateExportJob = async (db: Db, id: number, changes: Changes): Promise<void> => {
  await db.updateTable('export_job').set(changes).where('id', '=', id).execute()
}

/** Removes the exports ordered before `before`. Returns the ids of their files. */
export const deleteExportJobs = async (db: Db, before: Date): Promise<string[]> => {
  const jobs = await db.deleteFrom('export_job').where('created_at', '<', before.toISOString()).returning('file_id').execute()
  return jobs.flatMap((job) => job.file_id ?? [])
}
