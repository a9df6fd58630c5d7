import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** The devices that an ordinary user was bound to. */
export const devicesOf = async (db: Kysely<Tables>, accountId: number): Promise<number[]> => {
  const rows = await db.selectFrom('device_user').select('device_id').where('account_id', '=', accountId).execute()
  return rows.map((row) => row.device_id)
}

export const deleteEventsBefore = async (db: Kysely<Tables>, before: Date): Promise<void> => {
  await db.deleteFrom('live_event').where('at', '<', before.toISOString()).execute()
}
