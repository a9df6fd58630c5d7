import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { codeOf } from '../startup-error.ts'

const lockNotAvailable = '55P03'

/** Whether a statement gave up on a lock that another transaction holds. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === lockNotAvailable

/** How long work for many companies waits for what one of them has locked. It is left for the next look, and the others go on (ms). */
const lockMs = 300

/** How long others wait at most for a transaction of a frozen process (ms). */
const frozenMs = 10_000

/**
 * Call at the start of a transaction that works for many companies. It gives up on a lock after `ms` instead of holding everybody up. If
 * its process freezes, its own locks end soon too.
 */
export const giveUpOnLocks = async (tx: Kysely<Tables>, ms = lockMs): Promise<void> => {
  await sql`select set_config('lock_timeout', ${String(ms)}, true), set_config('idle_in_transaction_session_timeout', ${String(frozenMs)}, true)`.execute(
    tx,
  )
}

/** A transaction that works for many companies. @throws what `isLockTimeout` recognizes, if something is locked, and whatever `work` throws */
export const briefTransaction = <T>(db: Kysely<Tables>, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await giveUpOnLocks(tx)
    return work(tx)
  })

const lockedPauseMs = 500

/** Does what gives up on locks as soon as what it needs is free, and waits for that on no connection: there are few of them. */
export const whenFree = async (work: () => Promise<void>, forMs: number, stopping?: AbortSignal): Promise<void> => {
  for (const until = performance.now() + forMs; ;) {
    try {
      return await work()
    } catch (error) {
      if (!isLockTimeout(error) || stopping?.aborted || performance.now() > until) throw error
      await delay(lockedPauseMs, undefined, { signal: stopping }).catch(() => undefined)
    }
  }
}

/**
 * Of these companies, those whose audit chain is locked right now. Waits for nothing. Our own writers lock a chain for a moment each, so
 * ask only after waiting for a lock in vain.
 */
export const lockedChains = async (db: Kysely<Tables>, companyIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    with free as (select company_id from audit_chain where company_id = any(${[...companyIds]}::bigint[]) for no key update skip locked)
    select company_id as id from audit_chain where company_id = any(${[...companyIds]}::bigint[]) and company_id not in (select company_id from free)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
