import type { Transaction } from 'kysely'
import type pg from 'pg'
import { openDatabase } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../tables/index.ts'

/**
 * A transaction that takes longer is given up with its connection, whatever it waits for, and tried again on a new one. The first limit is short, because a line
 * that carries nothing any more looks just like a slow database; it doubles each time it is met, because a slow database must get its work done.
 */
const FIRST_LIMIT_MS = 4_000
const LONGEST_LIMIT_MS = 32_000
/** A process that freezes within a transaction holds its locks no longer than this: whoever takes over waits for them. */
const IDLE_MS = 5_000
/** Short, so that the first attempt after an outage comes soon. */
const CONNECT_MS = 2_000

/** The ingest's own connection: it never waits for one that a person's request holds. */
export class IngestConnection {
  readonly #database: Database
  readonly #firstLimitMs: number
  #limitMs: number
  #client: pg.PoolClient | undefined
  #deadline: NodeJS.Timeout | undefined

  constructor(connection: pg.PoolConfig, firstLimitMs = FIRST_LIMIT_MS) {
    this.#firstLimitMs = firstLimitMs
    this.#limitMs = firstLimitMs
    this.#database = openDatabase({
      ...connection,
      max: 1,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: LONGEST_LIMIT_MS,
      statement_timeout: LONGEST_LIMIT_MS,
      idle_in_transaction_session_timeout: IDLE_MS,
    })
    survive(this.#database.pool)
    // With one connection in the pool, the one that was acquired last is the one of the running transaction.
    this.#database.pool.on('acquire', (client) => {
      this.#client = client
      // From here on, so that its begin and its commit are in time as well.
      this.#deadline = setTimeout(() => this.#giveUp(client), this.#limitMs)
    })
    this.#database.pool.on('release', () => clearTimeout(this.#deadline))
  }

  /** Runs one transaction: through the query builder, and through the bare client for COPY and prepared statements. */
  async transaction(work: (tx: Transaction<Tables>, client: pg.PoolClient) => Promise<void>): Promise<void> {
    const from = performance.now()
    await this.#database.kysely.transaction().execute(async (tx) => {
      const client = this.#client
      if (client === undefined) throw new Error('no database connection')
      await work(tx, client)
    })
    if (performance.now() - from < this.#limitMs / 4) this.#limitMs = this.#firstLimitMs
  }

  #giveUp(client: pg.PoolClient): void {
    this.#limitMs = Math.min(this.#limitMs * 2, LONGEST_LIMIT_MS)
    client.end().catch(() => undefined)
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/** A connection that breaks while it is in use must fail its query, not the process: pg says so in an event that somebody has to hear. */
export function survive(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => undefined))
}
