import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/**
 * Deletes the push subscriptions of a person who was signed out everywhere, so that whoever has one of their phones, or has added one of
 * their own, reads nothing more. Their own phones return when they sign in there.
 */
export const dropSubscriptionsOf = async (db: Kysely<Tables>, accountId: number): Promise<void> => {
  await db.deleteFrom('push_subscription').where('account_id', '=', accountId).execute()
}
