import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { orDuplicate } from '../../platform/versioned.ts'
import type { ApiConfigTable } from '../../tables/calls.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredConfig = Selectable<ApiConfigTable>

export const lockConfig = (db: Db, id: number): Promise<StoredConfig> =>
  db.selectFrom('api_config').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

export const insertConfig = async (db: Db, row: Insertable<ApiConfigTable>): Promise<number> => {
  const insert = db.insertInto('api_config').values(row).returning('id').executeTakeFirstOrThrow()
  return (await orDuplicate(insert, 'path', row.path)).id
}

/** Changes a configuration if it still has `version`; answers whether it had. */
export const updateConfigRow = async (
  db: Db,
  { id, version }: { id: number; version: number },
  changes: Updateable<ApiConfigTable>,
): Promise<boolean> => {
  const result = await db
    .updateTable('api_config')
    .set((e) => ({ ...changes, version: e('version', '+', 1) }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const deleteConfigRow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('api_config').where('id', '=', id).execute()
}
