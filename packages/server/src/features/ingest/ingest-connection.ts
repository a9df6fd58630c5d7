import type { Transaction } from 'kysely'
import pg from 'pg'
import { openDatabase } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../tables/index.ts'

/** A statement that takes longer is given up with its connection: the batch is tried again on a new one. */
const QUERY_TIMEOUT_MS = 30_000

/** The ingest's own connection: it never waits for one that a person's request holds. */
export class IngestConnection {
  readonly #database: Database
  #client: pg.PoolClient | undefined

  constructor(connection: pg.PoolConfig) {
    this.#database = openDatabase({
      ...connection,
      max: 1,
      keepAlive: true,
      query_timeout: QUERY_TIMEOUT_MS,
      connectionTimeoutMillis: 5000,
    })
    survive(this.#database.pool)
    // With one connection in the pool, the one that was acquired last is the one of the running transaction.
    this.#database.pool.on('acquire', (client) => {
      this.#client = client
    })
  }

  /** Runs one transaction: through the query builder, and through the bare client for COPY and prepared statements. */
  async transaction(work: (tx: Transaction<Tables>, client: pg.PoolClient) => Promise<void>): Promise<void> {
    try {
      await this.#database.kysely.transaction().execute(async (tx) => {
        if (this.#client === undefined) throw new Error('no database connection')
        await work(tx, this.#client)
      })
    } catch (error) {
      // Anything but an answer of the server leaves the connection in doubt: it is not used again.
      if (!(error instanceof pg.DatabaseError)) this.#client?.end().catch(() => undefined)
      throw error
    }
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}

/** A connection that breaks while it is in use must fail its query, not the process: pg says so in an event that somebody has to hear. */
export function survive(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', () => undefined))
}
