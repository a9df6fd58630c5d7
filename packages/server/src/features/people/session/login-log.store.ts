import type { Insertable, Kysely } from 'kysely'
import type { LoginLogTable } from '../../../tables/records.tables.ts'
import type { Tables } from '../../../tables/index.ts'

export const insertLoginLog = async (db: Kysely<Tables>, row: Insertable<LoginLogTable>): Promise<void> => {
  await db.insertInto('login_log').values(row).execute()
}
