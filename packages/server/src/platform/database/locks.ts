import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'
import { codeOf } from '../startup-error.ts'

const lockNotAvailable = '55P03'

/** Whether a statement gave up on a lock that somebody else holds. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === lockNotAvailable

/** For how long others wait for a transaction of a process that froze (ms). */
const frozenMs = 10_000

/**
 * At the beginning of a transaction that works for many companies: it gives up on what somebody has locked for so long (ms), instead of holding everybody else
 * up. Should its process freeze, its own locks end soon as well.
 */
export const giveUpOnLocks = async (tx: Kysely<Tables>, ms: number): Promise<void> => {
  await sql`select set_config('lock_timeout', ${String(ms)}, true), set_config('idle_in_transaction_session_timeout', ${String(frozenMs)}, true)`.execute(
    tx,
  )
}

/**
 * Companies of which somebody has the audit chain locked at this moment. Waits for nothing. Our own writers lock a chain for a moment each, so this is worth
 * asking only after a lock was waited for in vain.
 */
export const lockedChains = async (db: Kysely<Tables>, companyIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    with free as (select company_id from audit_chain where company_id = any(${[...companyIds]}::bigint[]) for no key update skip locked)
    select company_id as id from audit_chain where company_id = any(${[...companyIds]}::bigint[]) and company_id not in (select company_id from free)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
