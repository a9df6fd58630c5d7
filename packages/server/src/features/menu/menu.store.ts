import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { orDuplicate } from '../../platform/versioned.ts'
import type { Tables } from '../../tables/index.ts'
import type { MenuTable } from '../../tables/people.tables.ts'

type Db = Kysely<Tables>
export type StoredMenu = Selectable<MenuTable>

/** An entry, locked until the transaction ends. */
export const lockMenu = (db: Db, id: number): Promise<StoredMenu> =>
  db.selectFrom('menu').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** All entries with who made and last changed them, each group and page in its order. */
export const menuRows = (db: Db) =>
  db
    .selectFrom('menu')
    .leftJoin('account as creator', 'creator.id', 'menu.created_by')
    .leftJoin('account as editor', 'editor.id', 'menu.updated_by')
    .selectAll('menu')
    .select(['creator.name as createdBy', 'editor.name as updatedBy'])
    .orderBy('menu.level')
    .orderBy('menu.sort')
    .orderBy('menu.id')
    .execute()

export const insertMenu = async (db: Db, entry: Insertable<MenuTable>): Promise<number> => {
  const { id } = await orDuplicate(
    db.insertInto('menu').values(entry).returning('id').executeTakeFirstOrThrow(),
    'code',
    entry.code,
  )
  return id
}

/** Changes an entry if it still has `version`; answers whether it had. */
export const updateMenuRow = async (
  db: Db,
  { id, version }: Pick<StoredMenu, 'id' | 'version'>,
  changes: Updateable<MenuTable>,
  by: number | null,
  at: Date,
): Promise<boolean> => {
  const result = await db
    .updateTable('menu')
    .set((e) => ({ ...changes, version: e('version', '+', 1), updated_at: at, updated_by: by }))
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const childrenOf = (db: Db, code: string): Promise<Pick<StoredMenu, 'name_zh' | 'name_en'>[]> =>
  db.selectFrom('menu').select(['name_zh', 'name_en']).where('parent_code', '=', code).orderBy('sort').execute()

export const deleteMenuRow = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('menu').where('id', '=', id).execute()
}
