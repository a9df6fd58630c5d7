import { sql, type Insertable, type Kysely } from 'kysely'
import type { MessageTable } from '../../../tables/records.tables.ts'
import type { Tables } from '../../../tables/index.ts'

// The scope of `message` is its account, so a scoped database reaches only the caller's own messages.
type Db = Kysely<Tables>

const batch = 5_000

export const insertMessages = async (db: Db, rows: readonly Insertable<MessageTable>[]): Promise<void> => {
  for (let i = 0; i < rows.length; i += batch) {
    await db
      .insertInto('message')
      .values(rows.slice(i, i + batch))
      .execute()
  }
}

/** Marks unread messages as read, or all of them if no ids are given. Returns how many. */
export const markRead = async (db: Db, ids: readonly number[] | undefined, at: Date): Promise<number> => {
  let query = db.updateTable('message').set({ read_at: at }).where('read_at', 'is', null)
  if (ids) query = query.where(sql<boolean>`id = any(${ids}::bigint[])`)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

export const deleteMessages = async (db: Db, ids: readonly number[]): Promise<number> => {
  const result = await db.deleteFrom('message').where('id', 'in', ids).executeTakeFirst()
  return Number(result.numDeletedRows)
}
