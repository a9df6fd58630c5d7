import type { EnumValue } from '../../../enums.ts'

type RecordState = EnumValue<'recordState'>

/**
 * Rank of each state of a record. A receipt only changes a record to a state of higher rank, so receipts may arrive late, twice or
 * in any order. A reported failure never overwrites an answer, but an answer that arrives after a time limit counts. Cancelled and
 * merged records never change.
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

/** The channels whose messages are records; in-site messages have none. */
export type SentChannel = Exclude<EnumValue<'notifyMethod'>, 'inSite'>

/** The states in which a message or call has reached somebody. Being sent, or a phone that only rang, does not count. */
export const reachedStates: Readonly<Record<SentChannel, readonly RecordState[]>> = {
  app: ['delivered', 'read'],
  sms: ['delivered', 'read'],
  voice: ['answered'],
  mail: ['delivered', 'read'],
}
