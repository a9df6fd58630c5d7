import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>

/** The imports within the scope of `db`, without dry runs, latest first. */
export const latestImports = (db: Db, limit: number) =>
  db.selectFrom('import_job').selectAll().where('dry_run', '=', false).orderBy('id', 'desc').limit(limit).execute()

/** The import that a file was written by, within the scope of `db`: its rejected rows, or its one-time passwords. */
export const importOfFile = (db: Db, fileId: string) =>
  db
    .selectFrom('import_job')
    .select('list')
    .where((e) => e.or([e('failed_file_id', '=', fileId), e('password_file_id', '=', fileId)]))
    .executeTakeFirst()

/** The number of the last committed row. */
export const progressOf = async (db: Db, id: number): Promise<number> => {
  const { cursor_row } = await db.selectFrom('import_job').select('cursor_row').where('id', '=', id).executeTakeFirstOrThrow()
  return cursor_row
}

/** Why rows were rejected, by row number. */
export const failuresOf = async (db: Db, importId: number): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('import_failure')
    .select(['row_number', 'problems'])
    .where('import_id', '=', importId)
    .orderBy('row_number')
    .execute()
  return new Map(rows.map(({ row_number, problems }) => [row_number, problems.map(({ msg }) => msg).join('; ')]))
}
