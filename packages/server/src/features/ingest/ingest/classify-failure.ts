import { databaseFailure } from '../../../platform/database/database-failure.ts'

/**
 * What a failed lookup or write means for a message. `outage`: it cannot be stored now, is not acknowledged, and is tried again.
 * `partition`: there is no partition for the month of a row. `poison`: something in the message itself; a retry would always fail.
 */
export type FailureKind = 'outage' | 'partition' | 'poison'

/**
 * Only what PostgreSQL itself names as a fault of the data, and an exception of our own code while it handles the message, set a message
 * apart. Everything else, known or not, is an outage: nothing that may be an alarm is acknowledged because of it.
 */
export const classifyFailure = (error: unknown): FailureKind => {
  const kind = databaseFailure(error)
  if (kind === 'partition') return 'partition'
  return kind === 'data' || isException(error) ? 'poison' : 'outage'
}

/** What JavaScript itself throws about a value. Node, OpenSSL and pg throw these only with a code, or other errors. */
const isException = (error: unknown): boolean => {
  const isOfValue = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError
  return isOfValue && !('code' in error)
}
