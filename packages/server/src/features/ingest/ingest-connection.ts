import type { Transaction } from 'kysely'
import type pg from 'pg'
import { openDatabase } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../tables/index.ts'

/**
 * A longer transaction is abandoned together with its connection and retried on a new one. The first limit is short because a
 * dead connection looks just like a slow database. It doubles each time it is hit so that a slow database can still finish.
 */
const FIRST_LIMIT_MS = 4_000
const LONGEST_LIMIT_MS = 32_000
/** If the process freezes inside a transaction, its locks are released after this. The process that takes over waits for them. */
const IDLE_MS = 5_000
/** Short, so that the first attempt after an outage comes soon. */
const CONNECT_MS = 2_000

/** Ingest's own connection. It never waits for one that a user's request holds. */
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
    ignoreConnectionErrors(this.#database.pool)
    // The pool has one connection, so the last one acquired belongs to the running transaction.
    this.#database.pool.on('acquire', (client) => {
      this.#client = client
      // Starts here so that BEGIN and COMMIT are covered too.
      this.#deadline = setTimeout(() => this.#giveUp(client), this.#limitMs)
    })
    this.#database.pool.on('release', () => clearTimeout(this.#deadline))
  }

  /** Runs one transaction, with the query builder and with the plain client for COPY and prepared statements. */
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

/** A connection that breaks in use must fail its query, not the process. pg emits an error event that needs a listener. */
export function ignoreConnectionErrors(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => undefined))
}
