import { sql, type Kysely } from 'kysely'
import type { endpoints, OutputOf } from '@emberwatch/contract'
import type { Tables } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'

type Db = Kysely<Tables>

/** A phone that has not been opened for this long is forgotten. */
const keptMs = 180 * 86_400_000

/**
 * Push messages to a browser have failed for good. That is kept, because the browser itself knows nothing of it.
 * @param isGone its subscription has ended, so that nothing is sent to it any more
 */
export const notePushEnded = (db: Db, endpoint: string, reason: string, isGone: boolean, at: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('push_subscription')
      .select('account_id')
      .where('endpoint', '=', endpoint)
      .executeTakeFirst()
    if (!known) return
    if (isGone) await tx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute()
    await tx
      .insertInto('push_ended')
      .values({ endpoint, account_id: known.account_id, at, reason })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ account_id: known.account_id, at, reason }))
      .execute()
    await tx
      .deleteFrom('push_ended')
      .where('at', '<', new Date(at.getTime() - keptMs).toISOString())
      .execute()
  })

/** The keys that browsers may have subscribed with, the first one first. */
export const pushKeys = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('notify_provider')
    .select('public_key')
    .where('kind', '=', 'webPush')
    .where('enabled', '=', true)
    .orderBy('priority')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ public_key: key }) => key ?? [])
}

export interface PushReach {
  /** Phones and browsers of the account to which messages can be sent. */
  readonly phones: number
  /** When a message to one of its phones last failed for good, if that phone was not registered again since. */
  readonly endedAt: string | null
}

/** How accounts can be reached by push. */
export const pushReachOf = async (db: Db, accountIds: readonly number[]): Promise<(accountId: number) => PushReach> => {
  if (accountIds.length === 0) return () => ({ phones: 0, endedAt: null })
  const keys = await pushKeys(db)
  const { rows } = await sql<PushReach & { id: number }>`
    select asked.id,
           (select count(*) from push_subscription s where s.account_id = asked.id and (s.public_key is null or s.public_key = any(${keys}::text[]))
              and not exists (select from push_ended e where e.endpoint = s.endpoint))::integer as phones,
           (select max(e.at) from push_ended e where e.account_id = asked.id) as "endedAt"
      from unnest(${[...new Set(accountIds)]}::bigint[]) as asked (id)`.execute(db)
  const known = new Map(rows.map(({ id, phones, endedAt }) => [id, { phones, endedAt }]))
  return (accountId) => known.get(accountId) ?? { phones: 0, endedAt: null }
}

/** The key that browsers subscribe with: that of the first provider. Not scoped: everybody who signs in may know it. */
export const pushKey = async ({ systemDb }: Ctx): Promise<OutputOf<typeof endpoints.push.key>> => {
  const publicKeys = await pushKeys(systemDb)
  return { publicKey: publicKeys[0] ?? null, publicKeys }
}
