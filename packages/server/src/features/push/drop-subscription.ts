import type { Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** A browser that is gone, or has taken its permission back, as its push service says. */
export const dropSubscription = async (db: Kysely<Tables>, endpoint: string): Promise<void> => {
  await db.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
}
