import type { Insertable, Kysely } from 'kysely'
import type { ImportJobTable } from '../../tables/imports.tables.ts'
import type { Tables } from '../../tables/index.ts'
import type { StoredImport } from './run-rows.ts'
import { ImportTakenOver } from './write-rows.ts'

type Db = Kysely<Tables>

/** Claims an import to run and marks it as running. Undefined if it has ended. A dry run starts over, because it stores nothing. */
export const takeImportJob = (db: Db, id: number): Promise<StoredImport | undefined> =>
  db.transaction().execute(async (tx) => {
    const job = await tx
      .updateTable('import_job')
      .set((e) => ({ state: 'running', attempts: e('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst()
    if (!job?.dry_run) return job
    const reset = { cursor_row: 0, done: 0, succeeded: 0, failed: 0 }
    await tx.deleteFrom('import_failure').where('import_id', '=', id).execute()
    await tx.updateTable('import_job').set(reset).where('id', '=', id).execute()
    return { ...job, ...reset }
  })

/** Puts aside an import that was interrupted through no fault of its own: the attempt does not count. */
export const postponeImportJob = async (db: Db, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('import_job')
    .set((e) => ({ state: 'waiting', attempts: e('attempts', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends an import that reached row `reached`. From then on its passwords can no longer be derived. @throws ImportTakenOver if it has ended
 * or moved on
 */
export const finishImportJob = async (
  db: Db,
  id: number,
  reached: number,
  changes: Pick<Insertable<ImportJobTable>, 'state' | 'failed_file_id' | 'password_file_id' | 'error'>,
): Promise<{ succeeded: number; failed: number }> => {
  const row = await db
    .updateTable('import_job')
    .set({ ...changes, seed: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('cursor_row', '=', reached)
    .returning(['succeeded', 'failed'])
    .executeTakeFirst()
  if (!row) throw new ImportTakenOver()
  return row
}

/** Unlinks the one-time password files of imports ordered before `before`. Returns their ids. */
export const forgetPasswordFiles = async (db: Db, before: Date): Promise<string[]> => {
  const jobs = await db
    .selectFrom('import_job')
    .select(['id', 'password_file_id'])
    .where('password_file_id', 'is not', null)
    .where('created_at', '<', before.toISOString())
    .execute()
  if (jobs.length === 0) return []
  const ids = jobs.map((job) => job.id)
  await db.updateTable('import_job').set({ password_file_id: null }).where('id', 'in', ids).execute()
  return jobs.flatMap((job) => job.password_file_id ?? [])
}

/** Deletes finished imports that were ordered before `before`. Returns the ids of their files. */
export const deleteImportJobs = async (db: Db, before: Date): Promise<string[]> => {
  const jobs = await db
    .deleteFrom('import_job')
    .where('created_at', '<', before.toISOString())
    .where('state', 'in', ['done', 'failed'])
    .returning(['file_id', 'failed_file_id', 'password_file_id'])
    .execute()
  const files = jobs.flatMap((job) => [job.file_id, job.failed_file_id, job.password_file_id].flatMap((id) => id ?? []))
  return [...new Set(files)]
}
