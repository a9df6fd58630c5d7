/**
 * What a failed write says. `outage`: the database, the connection or a race, and the same write may succeed later. `partition`: the month of a row has no
 * partition yet. `poison`: something in the batch itself, and trying again would fail for ever.
 */
export type FailureKind = 'outage' | 'partition' | 'poison'

/** Classes of SQLSTATE (PostgreSQL, appendix A) that say nothing about the rows. */
const OUTAGE_CLASSES: ReadonlySet<string> = new Set([
  '08', // connection exception
  '40', // transaction rollback: serialization, deadlock
  '53', // insufficient resources: disk full, out of memory, too many connections
  '57', // operator intervention: statement time-out, shutdown, crash
  '58', // system error: input and output
])

/** Single states of other classes that do neither. */
const OUTAGE_STATES: ReadonlySet<string> = new Set([
  '25006', // read-only: a standby, or a primary that was told to
  '25P03', // idle in transaction for too long
  '25P04', // transaction for too long
  '55P03', // a lock was not to be had in time
])

/** Of class 40, the one that is about the rows: a constraint that is checked at the commit. */
const INTEGRITY_AT_COMMIT = '40002'
const CHECK_VIOLATION = '23514'
/** A prepared statement outlived a change of its tables: a new connection prepares it anew. */
const NOT_SUPPORTED = '0A000'

const SOCKET_ERROR = /^E(?:CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN|ADDR|MFILE|NFILE|NOENT|ACCES)/
/** pg says so of a connection that broke, in plain errors without a code. */
const CONNECTION_ERROR =
  /connection (?:terminated|ended|error|closed)|not queryable|timeout exceeded|timeout expired|query read timeout|no database connection|cannot use a pool after|server (?:closed|terminated)|client was closed|driver has already been destroyed/i

/** The parts of a PostgreSQL error that decide. */
interface ErrorParts {
  code?: unknown
  severity?: unknown
  constraint?: unknown
  message?: unknown
}

/** Judges any error that a write can fail with, of PostgreSQL, of the connection, or of our own code. */
export function classifyFailure(error: unknown): FailureKind {
  if (!(error instanceof Error)) return 'poison'
  const { code, severity, constraint, message }: ErrorParts = error
  const text = typeof message === 'string' ? message : ''
  if (typeof code !== 'string') return CONNECTION_ERROR.test(text) ? 'outage' : 'poison'
  if (SOCKET_ERROR.test(code)) return 'outage'
  if (!/^[0-9A-Z]{5}$/.test(code)) return 'poison'
  // The server ended the connection, or would not take it: whatever the state says, it is not about a row.
  if (severity === 'FATAL' || severity === 'PANIC') return 'outage'
  if (code === INTEGRITY_AT_COMMIT) return 'poison'
  if (OUTAGE_CLASSES.has(code.slice(0, 2)) || OUTAGE_STATES.has(code)) return 'outage'
  // A check of ours has a name; "no partition of relation found for row" has none.
  if (code === CHECK_VIOLATION && constraint === undefined) return 'partition'
  if (code === NOT_SUPPORTED && text.includes('cached plan')) return 'outage'
  return 'poison'
}
