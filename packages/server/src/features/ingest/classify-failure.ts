/**
 * What a failed write means. `outage`: the database, the connection or a race; a retry may succeed. `partition`: there is no
 * partition for the month of a row. `poison`: something in the batch itself; a retry would always fail.
 */
export type FailureKind = 'outage' | 'partition' | 'poison'

/** SQLSTATE classes (PostgreSQL, appendix A) that are not about the data. */
const OUTAGE_CLASSES: ReadonlySet<string> = new Set([
  '08', // connection exception
  '40', // transaction rollback: serialization, deadlock
  '53', // insufficient resources: disk full, out of memory, too many connections
  '57', // operator intervention: statement time-out, shutdown, crash
  '58', // system error: input and output
])

/** Single states from other classes that are not about the data either. */
const OUTAGE_STATES: ReadonlySet<string> = new Set([
  '25P02', // follows a failed statement of the same transaction, which has the real error
  '25006', // read-only: a standby, or a primary set to read-only
  '25P03', // idle in a transaction for too long
  '25P04', // transaction took too long
  '55P03', // lock not available in time
])

/** The only state of class 40 that is about the data: a deferred constraint checked at commit. */
const INTEGRITY_AT_COMMIT = '40002'
const CHECK_VIOLATION = '23514'
/** A prepared statement outlived a change to its tables. A new connection prepares it again. */
const NOT_SUPPORTED = '0A000'

const SOCKET_ERROR = /^E(?:CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN|ADDR|MFILE|NFILE|NOENT|ACCES)/
/** What pg throws when a connection breaks: plain errors without a code. */
const CONNECTION_ERROR =
  /connection (?:terminated|ended|error|closed)|not queryable|timeout exceeded|timeout expired|query read timeout|no database connection|cannot use a pool after|server (?:closed|terminated)|client was closed|driver has already been destroyed/i

/** The parts of a PostgreSQL error that matter here. */
interface ErrorParts {
  code?: unknown
  severity?: unknown
  constraint?: unknown
  message?: unknown
}

/** Classifies any error that a write can fail with: from PostgreSQL, from the connection, or from our own code. */
export function classifyFailure(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'poison'
  const { code, severity, constraint, message }: ErrorParts = error
  const text = typeof message === 'string' ? message : ''
  if (typeof code !== 'string') return CONNECTION_ERROR.test(text) ? 'outage' : 'poison'
  if (SOCKET_ERROR.test(code)) return 'outage'
  if (!/^[0-9A-Z]{5}$/.test(code)) return 'poison'
  // The server closed or refused the connection. Whatever the SQLSTATE, the data is not the cause.
  if (severity === 'FATAL' || severity === 'PANIC') return 'outage'
  if (code === INTEGRITY_AT_COMMIT) return 'poison'
  if (OUTAGE_CLASSES.has(code.slice(0, 2)) || OUTAGE_STATES.has(code)) return 'outage'
  // Our own check constraints have a name; "no partition of relation found for row" has none.
  if (code === CHECK_VIOLATION && constraint === undefined) return 'partition'
  if (code === NOT_SUPPORTED && text.includes('cached plan')) return 'outage'
  return 'poison'
}
