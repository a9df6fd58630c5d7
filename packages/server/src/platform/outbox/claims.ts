import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { TableName, Tables } from '../../tables/index.ts'

/**
 * A table whose rows are claimed with a lease: `state` is `sending` while a process works on one, since `state_at`, until `claimed_until`.
 * `attempts` counts the claims and so tells whether one is still ours; what waits is due at `due_at`.
 */
export interface ClaimedTable {
  readonly name: TableName
  /** Its primary key. */
  readonly key: readonly string[]
  /** The state of what waits. Written into the statements, because the indexes are partial. */
  readonly waiting: string
  /** Whether what waits is due later than after any pause. */
  readonly isTooFar: (at: Date) => RawBuilder<unknown>
  /** How many rows one statement changes at most. */
  readonly atOnce?: number
}

/** How far clocks of several machines may differ (ms). A time further ahead is from before the clock was set back. */
export const toleratedMs = 10_000

/** The assignments that claim a row. @param row its name in the statement */
export const claimedBy = (row: string, at: Date, leaseMs: number): RawBuilder<unknown> =>
  sql`state = 'sending', attempts = ${sql.ref(`${row}.attempts`)} + 1, state_at = ${at}, claimed_until = ${new Date(at.getTime() + leaseMs)}`

/** What the processes that share a table of claims do about those of others. */
export interface Claims {
  /** Whether a row is one of these that is not locked: work for all companies waits for none of them. Locked ones are handled the next time. */
  readonly isFree: (which: RawBuilder<unknown>) => RawBuilder<boolean>
  /**
   * What a process that crashed has claimed is due again. If the clock was set back since, a lease lasts at most its length once more.
   * @param except what this process has handed over and is about to settle
   */
  readonly releaseExpired: (db: Kysely<Tables>, at: Date, except?: readonly number[]) => Promise<void>
  /** What waits longer than any pause is due now: its time is from before the clock was set back. */
  readonly releaseFarAhead: (db: Kysely<Tables>, at: Date) => Promise<void>
}

export const claimsOf = ({ name, key, waiting, isTooFar, atOnce }: ClaimedTable): Claims => {
  const table = sql.table(name)
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const most = atOnce === undefined ? sql`` : sql`limit ${sql.lit(atOnce)}`
  const isFree = (which: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql`(${columns}) in (select ${columns} from ${table} where ${which} for no key update skip locked ${most})`
  return {
    isFree,
    async releaseExpired(db, at, except = []) {
      await sql`
        update ${table} set claimed_until = ${at}::timestamptz + (claimed_until - state_at), state_at = ${at}
         where ${isFree(sql`state = 'sending' and state_at > ${new Date(at.getTime() + toleratedMs)}`)}`.execute(db)
      await sql`
        update ${table} set state = ${sql.lit(waiting)}, due_at = ${at}, claimed_until = null, state_at = ${at}
         where ${isFree(sql`state = 'sending' and claimed_until < ${at} and id <> all(${[...except]}::bigint[])`)}`.execute(db)
    },
    async releaseFarAhead(db, at) {
      await sql`
        update ${table} set due_at = ${at} where ${isFree(sql`state = ${sql.lit(waiting)} and (${isTooFar(at)})`)}`.execute(db)
    },
  }
}
