import type { Insertable, Kysely } from 'kysely'
import type { ExportJobTable } from '../tables/people.tables.ts'
import type { Tables } from '../tables/index.ts'

type Db = Kysely<Tables>

const exportJobs = (db: Db) =>
  db
    .selectFrom('export_job')
    .leftJoin('file', 'file.id', 'export_job.file_id')
    .selectAll('export_job')
    .select('file.name as file_name')

/** An export with the name of its file, within the scope of `db`. */
export const exportJobById = (db: Db, id: number) => exportJobs(db).where('export_job.id', '=', id).executeTakeFirst()

/** The export that a file was written by, within the scope of `db`. */
export const exportOfFile = (db: Db, fileId: string) =>
  db.selectFrom('export_job').select('input').where('file_id', '=', fileId).executeTakeFirst()

/** The exports within the scope of `db`, latest first. */
export const latestExports = (db: Db, limit: number) => exportJobs(db).orderBy('export_job.id', 'desc').limit(limit).execute()

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
export const postponeExportJob = async (db: Db, id: number): Promise<boolean> => {
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
