import type { EnumValue } from '../../kernel/enums.ts'

type RecordState = EnumValue<'recordState'>

/**
 * How much each state of a record says. A receipt changes a record only to a state of a higher rank, so receipts may come late, twice or in any order: a
 * report of a failure never covers an answer, but an answer that comes after a time limit counts. What was cancelled or told with another stays so.
 */
export const recordRanks: Readonly<Record<RecordState, number>> = {
  queued: 0,
  sending: 1,
  sent: 2,
  failed: 3,
  busy: 3,
  noAnswer: 3,
  refused: 3,
  delivered: 4,
  read: 5,
  answered: 6,
  cancelled: 7,
  folded: 7,
}

/** The states that a receipt may change to `next`. */
export const statesBelow = (next: RecordState): RecordState[] =>
  (Object.keys(recordRanks) as RecordState[]).filter((state) => recordRanks[state] < recordRanks[next])

/** The channels whose messages are records. What is told in the console is none. */
export type SentChannel = Exclude<EnumValue<'notifyMethod'>, 'inSite'>

/** The states in which a message or call has reached somebody. That it was sent says nothing, and a phone that only rang has reached nobody. */
export const reachedStates: Readonly<Record<SentChannel, readonly RecordState[]>> = {
  app: ['delivered', 'read'],
  sms: ['delivered', 'read'],
  voice: ['answered'],
  mail: ['delivered', 'read'],
}
