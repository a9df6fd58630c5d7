import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { briefTransaction } from '../../../platform/database/locks.ts'
import { announce } from '../../../platform/database/notifications.ts'
import { outboxChannel } from '../../base/message-record/queue-records.ts'
import type { Tables } from '../../../tables/index.ts'
import type { StoredProvider } from './provider-config.ts'

type Db = Kysely<Tables>

/** Makes the dispatchers read the providers again, and look at what waited for them. */
export const providersChanged = (tx: Db): Promise<void> => announce(tx, outboxChannel)

/** Enabled providers, in the order in which they are tried. */
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

/** After this many failures in a row it rests. */
export const failuresToRest = 3
/**
 * One refusal is about its message. But if this many different receivers were refused and nobody was accepted since, the provider is the
 * problem: a wrong setting, an account without money, an unknown template. It does not rest, because a refusal takes no time.
 */
const refusalsToDoubt = 5
/** Whether it refuses everything. */
export const refusesAll = ({ refused }: { readonly refused: readonly unknown[] }): boolean => refused.length >= refusalsToDoubt
/** Whether nothing that it accepts arrives: its last receipts, about as many different receivers, all say so. */
export const deliversNothing = ({ undelivered }: { readonly undelivered: readonly unknown[] }): boolean =>
  undelivered.length >= refusalsToDoubt
const firstRestMs = 10_000
const longestRestMs = 300_000

/** Whether a provider rests at this moment. An end further ahead than the longest rest means that the clock has been set back. */
export const isResting = (downUntil: number, now: number): boolean => downUntil > now && downUntil <= now + longestRestMs

// The outcome of a message must be stored before its lease ends, or it is sent again. So it does not wait for a locked provider row.

/** Records that it works, which clears earlier failures. */
export const noteSuccess = (db: Db, id: number, at: Date): Promise<void> =>
  briefTransaction(db, async (tx) => {
    await tx
      .updateTable('notify_provider')
      .set({ last_success_at: at, failures: 0, refused: [], down_until: null })
      .where('id', '=', id)
      .execute()
  })

/**
 * Records a failure. After some failures in a row the provider rests, longer each time, and the next one of its channel takes over.
 * Attempts under way when the rest began fail too and add nothing: a second of trouble must not become minutes of rest. One statement,
 * because they end at the same time.
 */
export const noteFailure = async (
  db: Db,
  id: number,
  reason: string,
  at: Date,
): Promise<{ failures: number; downUntil: Date | null }> => {
  const rests = sql`(down_until > ${at} and down_until <= ${new Date(at.getTime() + longestRestMs)})`
  const note = sql<{ failures: number; down_until: string | null }>`
    update notify_provider set last_failure_at = ${at}, last_failure = ${reason},
        failures = failures + case when ${rests} then 0 else 1 end,
        down_until = case when ${rests} then down_until when failures + 1 >= ${failuresToRest}::integer then ${at}::timestamptz
          + least(${longestRestMs}::float8, ${firstRestMs}::float8 * 2 ^ least(failures + 1 - ${failuresToRest}::integer, 10)) * interval '1 millisecond' end
     where id = ${id} returning failures, down_until`
  const { rows } = await briefTransaction(db, (tx) => note.execute(tx))
  const [row] = rows
  return { failures: row?.failures ?? 0, downUntil: row?.down_until ? new Date(row.down_until) : null }
}

/** A list of receivers with one more: as a digest, once, up to as many as it takes. */
const withReceiver = (column: 'refused' | 'undelivered', receiver: string) => {
  const digest = createHash('sha256').update(receiver).digest('base64url').slice(0, 16)
  const list = sql.ref(column)
  return sql`case when ${digest} = any(${list}) or cardinality(${list}) >= ${refusalsToDoubt}::integer then ${list} else ${list} || ${digest}::text end`
}

/**
 * Records that it refused a message, or could not reach the receiver's own service. Only when that is its answer to everything is it a
 * failure that people see.
 * @returns the receivers that it has refused since it last accepted a message
 */
export const noteRefusal = async (db: Db, id: number, receiver: string, reason: string, at: Date): Promise<readonly string[]> => {
  const known = withReceiver('refused', receiver)
  const note = sql<{ refused: string[] }>`
    with now as (select id, ${known} as refused from notify_provider where id = ${id} for no key update)
    update notify_provider set refused = now.refused,
        last_failure_at = case when cardinality(now.refused) >= ${refusalsToDoubt}::integer then ${at}::timestamptz else last_failure_at end,
        last_failure = case when cardinality(now.refused) >= ${refusalsToDoubt}::integer then ${reason}::text else last_failure end
      from now where notify_provider.id = now.id returning notify_provider.refused`
  const { rows } = await briefTransaction(db, (tx) => note.execute(tx))
  return rows[0]?.refused ?? []
}

/**
 * Records what a receipt says about an SMS. One that did not arrive is about its number; only when none arrives is it a failure of the
 * provider that people see.
 */
export const noteDelivery = (
  db: Db,
  id: number,
  { phone, arrived, reason }: { readonly phone: string; readonly arrived: boolean; readonly reason: string },
  at: Date,
): Promise<void> =>
  briefTransaction(db, async (tx) => {
    if (arrived) {
      // Writes nothing while all is well, because each message has a receipt.
      await sql`update notify_provider set undelivered = '{}' where id = ${id} and undelivered <> '{}'`.execute(tx)
      return
    }
    const list = withReceiver('undelivered', phone)
    const isAll = sql`cardinality(now.undelivered) >= ${refusalsToDoubt}::integer`
    await sql`
      with now as (select id, ${list} as undelivered from notify_provider where id = ${id} for no key update)
      update notify_provider set undelivered = now.undelivered,
          last_failure_at = case when ${isAll} then ${at}::timestamptz else last_failure_at end,
          last_failure = case when ${isAll} then ${reason}::text else last_failure end
        from now where notify_provider.id = now.id`.execute(tx)
  })

/** Records an unknown word in its receipts, but not each time during a storm of them. */
export const noteUnknownWord = async (db: Db, id: number, word: string, at: Date): Promise<void> => {
  await sql`
    update notify_provider set unknown_word = ${word}, unknown_word_at = ${at}
     where id = ${id} and (unknown_word is distinct from ${word} or unknown_word_at < ${at}::timestamptz - interval '1 minute')`.execute(
    db,
  )
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
