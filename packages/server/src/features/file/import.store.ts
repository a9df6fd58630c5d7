import { sql, type Insertable, type Kysely } from 'kysely'
import type { StoredImport } from '../../platform/imports/run-rows.ts'
import { Overtaken } from '../../platform/imports/write-rows.ts'
import type { ImportJobTable } from '../../tables/imports.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>

/** An import that is to be run, marked as running; undefined when it has ended. A dry run begins anew, since nothing of it was kept. */
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
    const afresh = { cursor_row: 0, done: 0, succeeded: 0, failed: 0 }
    await tx.deleteFrom('import_failure').where('import_id', '=', id).execute()
    await tx.updateTable('import_job').set(afresh).where('id', '=', id).execute()
    return { ...job, ...afresh }
  })

/** The imports within the scope of `db` that are no dry runs, the latest first. */
export const latestImports = (db: Db, limit: number) =>
  db.selectFrom('import_job').selectAll().where('dry_run', '=', false).orderBy('id', 'desc').limit(limit).execute()

/** The number of the last row that was committed. */
export const progressOf = async (db: Db, id: number): Promise<number> => {
  const { cursor_row } = await db.selectFrom('import_job').select('cursor_row').where('id', '=', id).executeTakeFirstOrThrow()
  return cursor_row
}

/** Ends an import that stands at row `reached`; the passwords can be derived no more. @throws Overtaken when it has ended or gone on */
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
  if (!row) throw new Overtaken()
  return row
}

/** Why rows were refused, by their numbers. */
export const failuresOf = async (db: Db, importId: number): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('import_failure')
    .select(['row_number', 'problems'])
    .where('import_id', '=', importId)
    .orderBy('row_number')
    .execute()
  return new Map(rows.map(({ row_number, problems }) => [row_number, problems.map(({ msg }) => msg).join('; ')]))
}

const deleteFiles = async (db: Db, ids: readonly string[]): Promise<readonly string[]> => {
  if (ids.length > 0)
    await db
      .deleteFrom('file')
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .execute()
  return ids
}

/** Takes back the files of one-time passwords made before `before`; answers their ids, whose bytes are still there. */
export const deletePasswordFiles = async (db: Db, before: Date): Promise<readonly string[]> => {
  const jobs = await db
    .selectFrom('import_job')
    .select(['id', 'password_file_id'])
    .where('password_file_id', 'is not', null)
    .where('created_at', '<', before.toISOString())
    .execute()
  if (jobs.length === 0) return []
  const ids = jobs.map((job) => job.id)
  await db.updateTable('import_job').set({ password_file_id: null }).where('id', 'in', ids).execute()
  return deleteFiles(
    db,
    jobs.flatMap((job) => job.password_file_id ?? []),
  )
}

/** Removes the imports made before `before`; answers the ids of their files, whose bytes are still there. */
export const deleteOldImports = async (db: Db, before: Date): Promise<readonly string[]> => {
  const jobs = await db
    .deleteFrom('import_job')
    .where('created_at', '<', before.toISOString())
    .where('state', 'in', ['done', 'failed'])
    .returning(['file_id', 'failed_file_id', 'password_file_id'])
    .execute()
  const files = jobs.flatMap((job) => [job.file_id, job.failed_file_id, job.password_file_id].flatMap((id) => id ?? []))
  return deleteFiles(db, [...new Set(files)])
}
