import { codeOf } from '../startup-error.ts'

/**
 * What a failed database call means.
 * - `data`: PostgreSQL itself names the data as the cause. The same row would always fail.
 * - `partition`: there is no partition for the month of a row.
 * - `away`: the database could not be reached, is out of something, or gave up. A retry may succeed.
 * - `refused`: PostgreSQL answered, but neither the data nor its own state is named: a missing table, a missing right.
 * - `own`: thrown by our own code.
 */
export type DatabaseFailure = 'data' | 'partition' | 'away' | 'refused' | 'own'

/** SQLSTATE classes (PostgreSQL, appendix A) that are about the data. */
const dataClasses: ReadonlySet<string> = new Set([
  '21', // cardinality violation: two rows of one batch for the same key
  '22', // data exception
  '23', // integrity constraint violation
  '54', // program limit exceeded: a row or an index entry that is too large
  'XX', // internal error or corruption: of the page, index entry or value of just this row
])

/** Single states from other classes that are about the data too. */
const dataStates: ReadonlySet<string> = new Set([
  '40002', // integrity constraint checked at commit
  'P0001', // raised by a trigger
  'P0004', // assertion of a trigger
])

/** SQLSTATE classes that say that the database cannot work now. */
const awayClasses: ReadonlySet<string> = new Set([
  '08', // connection exception
  '28', // may not sign in: a certificate or password that has ended
  '40', // transaction rollback: serialization, deadlock
  '53', // insufficient resources: disk full, out of memory, too many connections
  '57', // operator intervention: statement time-out, shutdown, crash
  '58', // system error: input and output
])

const awayStates: ReadonlySet<string> = new Set([
  '25P02', // follows a failed statement of the same transaction, which has the real error
  '25006', // read-only: a standby, or a primary set to read-only
  '25P03', // idle in a transaction for too long
  '25P04', // transaction took too long
  '55P03', // lock not available in time
])

const uniqueViolation = '23505'
const checkViolation = '23514'
/** A prepared statement outlived a change to its tables. A new connection prepares it again. */
const notSupported = '0A000'

const sqlstate = /^[0-9A-Z]{5}$/
/** `EPIPE` and `EPROTO` look like a SQLSTATE, which never begins with an E. */
const isSqlState = (code: string): boolean => sqlstate.test(code) && !code.startsWith('E')

/** What a file operation fails with, when no connection is involved. */
const fileErrors: ReadonlySet<string> = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'ENOTEMPTY',
  'EPERM',
])

/** System errors of a socket, errors of streams and TLS, and what OpenSSL says of a certificate. */
const connectionCode =
  /^(?:E(?!RR_)[A-Z0-9_]+|ERR_(?:STREAM|SOCKET|TLS|SSL|OSSL|CRYPTO)_.*|INVALID_(?:CA|PURPOSE)|.*(?:CERT|CRL|CHAIN|ISSUER|SIGNATURE|HOSTNAME|PATH_LENGTH).*)$/

/** What pg throws when a connection breaks: plain errors without a code. */
const connectionMessage =
  /connection (?:terminated|ended|error|closed)|not queryable|timeout exceeded|timeout expired|query read timeout|no database connection|cannot use a pool after|server (?:closed|terminated|does not support SSL)|client was closed|driver has already been destroyed|^SASL|error response to the SSLRequest/i

const isOfFile = (code: string, syscall: unknown): boolean =>
  fileErrors.has(code) && typeof syscall === 'string' && syscall !== 'connect'

/** The parts of a PostgreSQL error that matter here. */
interface ErrorParts {
  readonly code?: unknown
  readonly severity?: unknown
  readonly constraint?: unknown
  readonly message?: unknown
  readonly syscall?: unknown
}

/** Whether a unique index refused a row: what was to be added is there already. */
export const isUniqueViolation = (error: unknown): error is Error & { readonly constraint?: string } =>
  codeOf(error) === uniqueViolation

/** Whether the database refused a value itself, such as a number out of range (SQLSTATE class 22). It does not say which one. */
export const isBadValue = (error: unknown): boolean => codeOf(error)?.startsWith('22') ?? false

/** Whether the database refused a value or a row (SQLSTATE classes 22 and 23), except by a check, which a missing partition looks like. */
export const isBadRow = (error: unknown): boolean => {
  const code = codeOf(error) ?? ''
  return /^2[23]/.test(code) && code !== checkViolation
}

/** Classifies anything that a database call can fail with: from PostgreSQL, from the connection, or from our own code. */
export const databaseFailure = (error: unknown): DatabaseFailure => {
  if (!(error instanceof Error)) return 'own'
  const { code, severity, constraint, message, syscall }: ErrorParts = error
  const text = typeof message === 'string' ? message : ''
  if (typeof code !== 'string') return connectionMessage.test(text) ? 'away' : 'own'
  if (!isSqlState(code)) return connectionCode.test(code) && !isOfFile(code, syscall) ? 'away' : 'own'
  // The server closed or refused the connection. Whatever the SQLSTATE, the data is not the cause.
  if (severity === 'FATAL' || severity === 'PANIC') return 'away'
  // Our own check constraints have a name; "no partition of relation found for row" has none.
  if (code === checkViolation && constraint === undefined) return 'partition'
  if (dataClasses.has(code.slice(0, 2)) || dataStates.has(code)) return 'data'
  if (awayClasses.has(code.slice(0, 2)) || awayStates.has(code)) return 'away'
  return code === notSupported && text.includes('cached plan') ? 'away' : 'refused'
}
