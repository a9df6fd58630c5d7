import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>

/** Whether the account has signed in from the address since then. */
export const isKnownAddress = async (db: Db, accountId: number, address: string, since: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('sign_in_address')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .where('last_at', '>=', since.toISOString())
    .executeTakeFirst()
  return row !== undefined
}

export const rememberAddress = async (db: Db, accountId: number, address: string, at: Date): Promise<void> => {
  await db
    .insertInto('sign_in_address')
    .values({ account_id: accountId, address, last_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'address']).doUpdateSet({ last_at: at }))
    .execute()
}
