import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** The devices bound to ordinary users, by account. Accounts without devices are left out. */
export const devicesOf = async (db: Kysely<Tables>, accountIds: readonly number[]): Promise<Map<number, Set<number>>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('device_user')
    .select(['account_id', 'device_id'])
    .where('account_id', 'in', accountIds)
    .execute()
  const devices = Map.groupBy(rows, (row) => row.account_id)
  return new Map([...devices].map(([account, bound]) => [account, new Set(bound.map((row) => row.device_id))]))
}
