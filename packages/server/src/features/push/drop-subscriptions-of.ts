import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** Somebody is signed out everywhere: anyone who has one of their phones, or has named one of their own, reads nothing any more. Theirs comes back when they sign in on it. */
export const dropSubscriptionsOf = async (db: Kysely<Tables>, accountId: number): Promise<void> => {
  await db.deleteFrom('push_subscription').where('account_id', '=', accountId).execute()
}
