import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from '../../tables/index.ts'
import { codeOf, messageOf, StartupError } from '../startup-error.ts'
import type { DatabaseLog } from './postgres-server.ts'
import { OrderedClient } from './ordered-client.ts'
import { createStatementNames, hasOnePlan } from './statement-names.ts'

export interface Database {
  readonly pool: pg.Pool
  readonly kysely: Kysely<Tables>
  /**
   * Waits until no connection is in use, and closes all of them. What goes on after `patienceMs` is broken off as if the process had crashed: its
   * transaction leaves nothing behind.
   */
  close(patienceMs?: number): Promise<void>
}

/**
 * A user's call fails after at most 10 s: that is how long it waits for a connection, and then for an answer. It is answered by one process: starting two
 * more takes longer than most calls, and what they would take belongs to other callers.
 */
export const callLimits: pg.PoolConfig = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 6_000,
  statement_timeout: 6_000,
  idle_in_transaction_session_timeout: 15_000,
  options: '-c max_parallel_workers_per_gather=0',
}

/** Jobs and the program's own writes: patient, but not forever. */
export const backgroundLimits: pg.PoolConfig = {
  connectionTimeoutMillis: 10_000,
  query_timeout: 120_000,
  statement_timeout: 120_000,
  idle_in_transaction_session_timeout: 120_000,
}

/** SQLSTATE of "cached plan must not change result type". */
const featureNotSupported = '0A000'

const nameOf = createStatementNames()

/**
 * A connection that prepares a statement once and runs it by its name from then on: planning a list costs more than reading it.
 * When it closes itself, callers waiting for a connection get another one.
 */
class ProgramClient extends OrderedClient {
  #planning: 'auto' | 'force_generic_plan' = 'auto'
  /** What the transaction that runs has set for itself. */
  #withinTransaction: 'auto' | 'force_generic_plan' | undefined

  protected override send(input: readonly unknown[]): Promise<unknown> {
    const [text, values] = input
    if (typeof text !== 'string') return super.send(input)
    this.#plan(hasOnePlan(text) ? 'force_generic_plan' : 'auto')
    const name = Array.isArray(values) ? nameOf(text) : undefined
    const answer = super.send(name === undefined ? input : [{ name, text, values }, ...input.slice(2)])
    answer.catch((error: unknown) => {
      // After a migration by another process, what was prepared answers so for as long as the connection lives.
      if (codeOf(error) === featureNotSupported) this.end().catch(() => undefined)
    })
    return answer
  }

  /** What is set within a transaction ends with it, so that it is remembered no longer than that. */
  #plan(planning: 'auto' | 'force_generic_plan'): void {
    // The caller that opens a pipelined connection says how it plans; settings made on it later are not known here in time.
    if (this.isPipelined) return
    const status = this.getTransactionStatus()
    // A failed one takes no settings.
    if (status === 'E') return
    const inTransaction = status === 'T'
    if (!inTransaction) this.#withinTransaction = undefined
    if (planning === (this.#withinTransaction ?? this.#planning)) return
    if (inTransaction) this.#withinTransaction = planning
    else this.#planning = planning
    // If it fails, so does the statement that follows it on this connection.
    const setting = `set ${inTransaction ? 'local ' : ''}plan_cache_mode = ${planning}`
    void super.send([setting]).catch(() => undefined)
  }
}

/**
 * Opens a pool with a query builder. Connects at the first query. Without limits (`callLimits`, `backgroundLimits`) a query may
 * take as long as it likes. Types: int8 → number (an error beyond ±2^53), numeric → string, timestamptz → ISO 8601 text in UTC,
 * date → 'YYYY-MM-DD'.
 */
export const openDatabase = (connection: pg.PoolConfig, log?: DatabaseLog): Database => {
  const pool = new pg.Pool({ ...connection, types: { getTypeParser }, Client: ProgramClient } as pg.PoolConfig)
  // The pool replaces an idle connection that breaks. Without a listener the error would end the process.
  pool.on('error', (error) => log?.warn(`a database connection was lost: ${error.message}`))
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    clients.add(client)
    // A connection that breaks in use fails its query. Without its own listener it would also end the process.
    client.on('error', () => undefined)
  })
  pool.on('remove', (client) => void clients.delete(client))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async (patienceMs?: number): Promise<void> => {
    const ended = pool.end()
    if (patienceMs === undefined) return ended
    await Promise.race([ended, delay(patienceMs, undefined, { ref: false })])
    for (const client of clients) client.connection.stream.destroy()
  }
  return { pool, kysely, close }
}

// Type OIDs from pg_type.
const int8: number = 20
const int8Array: number = 1016
const date: number = 1082
const timestamptz: number = 1184

const toNumber = (text: string): number => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a JavaScript number`)
  return number
}

const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/

/** A connection's time zone is UTC unless somebody sets another. A page of a list has a hundred times: no Date is made of them. */
const instantOf = (text: string): string => {
  const parts = utc.exec(text)
  return parts ? `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z` : new Date(text).toISOString()
}

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') => {
  if (format !== 'binary') {
    if (oid === int8) return toNumber
    // The contract's `instant` format, so that rows need no conversion on output.
    if (oid === timestamptz) return instantOf
    // A date has no time zone. pg's own parser would turn it into local midnight.
    if (oid === date) return (text: string) => text
    if (oid === int8Array) {
      const parse: (text: string) => (string | null)[] = pg.types.getTypeParser(int8Array, 'text')
      return (text: string) => parse(text).map((each) => (each === null ? null : toNumber(each)))
    }
  }
  return pg.types.getTypeParser(oid, format)
}

const oldestServer = 15

/**
 * Connects once and rejects a server that we cannot run on. Throws a StartupError that says what is wrong with the address or the
 * server.
 */
export const checkServer = async (connection: pg.PoolConfig): Promise<void> => {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...connection })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; readonly: string; encoding: string }>(
      `select current_setting('server_version_num') as version, current_setting('transaction_read_only') as readonly,
              current_setting('server_encoding') as encoding`,
    )
    const server = rows[0]
    const major = Math.floor(Number(server?.version) / 10_000)
    if (!(major >= oldestServer)) {
      throw new StartupError(`The database server is PostgreSQL ${major}: version ${oldestServer} or newer is needed.`)
    }
    if (server?.readonly === 'on')
      throw new StartupError('The database server is read-only (a standby?): point DATABASE_URL to the primary.')
    if (server?.encoding !== 'UTF8')
      throw new StartupError(`The database is encoded as ${server?.encoding}: create it with encoding UTF8.`)
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The database cannot be reached: ${messageOf(error)}${hint(codeOf(error))}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const hint = (code: string | undefined): string => {
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return '. Is the server running there? Check host and port in DATABASE_URL.'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return '. Check the host name in DATABASE_URL.'
  if (code === '28P01' || code === '28000') return '. Check user and password in DATABASE_URL.'
  if (code === '3D000') return '. Create the database, or correct its name in DATABASE_URL.'
  return '. Check DATABASE_URL.'
}
