import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** Deletes a subscription whose browser, according to its push service, is gone or has withdrawn its permission. */
export const dropSubscription = async (db: Kysely<Tables>, endpoint: string): Promise<void> => {
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
}
