import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import type { StoredProvider } from './provider-config.ts'

type Db = Kysely<Tables>

/** The dispatchers look at the providers anew, and at what waited for them. */
export const providersChanged = async (tx: Db): Promise<void> => {
  await sql`select pg_notify('emberwatch_outbox', '')`.execute(tx)
}

/** Those that are switched on, in the order in which they are tried. */
export const enabledProviders = (db: Db): Promise<StoredProvider[]> =>
  db
    .selectFrom('notify_provider')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy('channel')
    .orderBy('priority')
    .orderBy('id')
    .execute()

export const providerOfToken = (db: Db, token: string): Promise<StoredProvider | undefined> =>
  db.selectFrom('notify_provider').selectAll().where('token', '=', token).executeTakeFirst()

/** So many failures in a row, and it rests. */
export const failuresToRest = 3
const firstRestMs = 10_000
const longestRestMs = 300_000

/** It works: whatever it failed at before is over. */
export const noteSuccess = async (db: Db, id: number, at: Date): Promise<void> => {
  await db
    .updateTable('notify_provider')
    .set({ last_success_at: at, failures: 0, down_until: null })
    .where('id', '=', id)
    .execute()
}

/** It failed. After some failures in a row it rests, each time for longer, and the next one of its channel takes over. */
export const noteFailure = async (
  db: Db,
  id: number,
  reason: string,
  at: Date,
): Promise<{ failures: number; downUntil: Date | null }> => {
  const row = await db
    .updateTable('notify_provider')
    .set((e) => ({ last_failure_at: at, last_failure: reason, failures: e('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst()
  const failures = row?.failures ?? 0
  if (failures < failuresToRest) return { failures, downUntil: null }
  const restMs = Math.min(longestRestMs, firstRestMs * 2 ** Math.min(failures - failuresToRest, 10))
  const downUntil = new Date(at.getTime() + restMs)
  await db
    .updateTable('notify_provider')
    .set({ down_until: downUntil })
    .where('id', '=', id)
    .where('failures', '=', failures)
    .execute()
  return { failures, downUntil }
}

export const noteBalance = async (
  db: Db,
  id: number,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  at: Date,
): Promise<void> => {
  await db
    .updateTable('notify_provider')
    .set({ balance: amount, balance_currency: currency, balance_at: at })
    .where('id', '=', id)
    .execute()
}
