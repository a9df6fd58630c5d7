import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** The devices bound to an ordinary user. */
export const devicesOf = async (db: Kysely<Tables>, accountId: number): Promise<number[]> => {
  const rows = await db.selectFrom('device_user').select('device_id').where('account_id', '=', accountId).execute()
  return rows.map((row) => row.device_id)
}
