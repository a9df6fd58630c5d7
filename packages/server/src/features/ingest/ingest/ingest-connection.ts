import {
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import type { Later } from '../../../platform/batch-write.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Tables } from '../../../tables/index.ts'

/**
 * A longer transaction is abandoned together with its connection and retried on a new one. The first limit is short because a dead
 * connection looks just like a slow database. It doubles each time it is hit, so that a slow database can still finish.
 */
const initialLimitMs = 4_000
const longestLimitMs = 32_000
/** If the process freezes inside a transaction, its locks are released after this. The process that takes over waits for them. */
const idleMs = 5_000
/** A row locked for longer than this is handled separately (locked-rows.ts). */
export const ingestLockMs = 300
/** Short, so that the first attempt after an outage comes soon. */
const connectMs = 2_000

/**
 * Commits the transaction without waiting for the disk. Only for changes that are found out anew after a crash. It leaves the disk to the
 * commits of fires.
 */
export const commitWithoutWaiting = (client: pg.ClientBase): Promise<unknown> =>
  client.query('set local synchronous_commit = off')

/**
 * Ingest's own connection. It never waits for one that a user's request holds. Statements are sent without waiting for the answers to
 * earlier ones: a fire's commit costs a few round trips, not one per statement.
 */
export class IngestConnection {
  readonly #database: Database
  readonly #kysely: Kysely<Tables>
  readonly #firstLimitMs: number
  readonly #lockMs: number
  #limitMs: number
  #client: pg.PoolClient | undefined
  #deadline: NodeJS.Timeout | undefined

  /** `lockMs`: transactions that are not patient give up on a lock after this long. */
  constructor(connection: pg.PoolConfig, { firstLimitMs = initialLimitMs, lockMs = 0 } = {}) {
    this.#firstLimitMs = firstLimitMs
    this.#lockMs = lockMs
    this.#limitMs = firstLimitMs
    this.#database = openDatabase({
      ...connection,
      max: 1,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
      query_timeout: longestLimitMs,
      statement_timeout: longestLimitMs,
      idle_in_transaction_session_timeout: idleMs,
      lock_timeout: lockMs,
      // Each statement is planned once: planning over all monthly partitions takes longer than running it.
      options: '-c plan_cache_mode=force_generic_plan',
    })
    this.#kysely = new Kysely({ dialect: new PipelinedDialect(this.#database.pool) })
    ignoreConnectionErrors(this.#database.pool)
    // A transaction that was given up must not hold its locks until its statement ends. Not every system can notice that.
    this.#database.pool.on('connect', (client) => {
      client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
    })
    // The pool has one connection, so the last one acquired belongs to the running transaction.
    this.#database.pool.on('acquire', (client) => {
      this.#client = client
      // Starts here so that BEGIN and COMMIT are covered too.
      this.#deadline = setTimeout(() => this.#giveUp(client), this.#limitMs)
    })
    this.#database.pool.on('release', () => clearTimeout(this.#deadline))
  }

  /**
   * Runs one transaction, with the query builder and with the plain client for COPY and prepared statements. Resolves once all statements
   * given to `later` have succeeded as well. If `patient`, it waits for locks for as long as a transaction may take.
   */
  async transaction(
    work: (tx: Transaction<Tables>, client: pg.PoolClient, later: Later) => Promise<void>,
    { patient = false } = {},
  ): Promise<void> {
    const from = performance.now()
    const sent: Promise<unknown>[] = []
    let failed = false
    const later: Later = (statement) => {
      statement.catch(() => (failed = true))
      sent.push(statement)
    }
    try {
      await this.#kysely.transaction().execute(async (tx) => {
        const client = this.#client
        if (client === undefined) throw new Error('no database connection')
        if (patient && this.#lockMs > 0) later(client.query('set local lock_timeout = 0'))
        await work(tx, client, later)
        // A failure on our side, before the statement reaches the database, would not prevent the commit.
        await new Promise(setImmediate)
        if (failed) throw new Error('a part of the transaction failed')
      })
      await Promise.all(sent)
    } catch (error) {
      // Statements after a failed one fail too, but only the first error says why.
      const failed = (await Promise.allSettled(sent)).find((each) => each.status === 'rejected')
      throw failed === undefined ? error : failed.reason
    }
    if (performance.now() - from < this.#limitMs / 4) this.#limitMs = this.#firstLimitMs
  }

  #giveUp(client: pg.PoolClient): void {
    this.#limitMs = Math.min(this.#limitMs * 2, longestLimitMs)
    // Not `end`, which would wait for the answers to what was sent.
    client.connection.stream.destroy()
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/** A connection that breaks in use must fail its query, not the process: pg emits an error event that needs a listener. */
export const ignoreConnectionErrors = (pool: pg.Pool): void => {
  pool.on('connect', (client) => client.on('error', () => undefined))
}

class PipelinedDialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): PostgresDriver {
    return new PipelinedDriver({ pool: this.#pool })
  }
}

/** Does not wait for BEGIN: if it fails, the connection is gone and so is everything after it. */
class PipelinedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    super.beginTransaction(connection, settings).catch(() => undefined)
  }
}
