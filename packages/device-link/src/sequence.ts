/** The sender's message counter within one `boot`. A message with the number and content of an earlier one is a redelivery. */
export interface Sequence {
  /** The next number, never used before. */
  next(): number
  /** The last number used (`start - 1` before the first). */
  readonly current: number
}

/** Counts from `start` (default 1). After a restart use a new `boot`, or pass the last stored number + 1. */
export const createSequence = (start = 1): Sequence => {
  if (!Number.isSafeInteger(start) || start < 0) throw new RangeError('start must be a whole number from 0')
  let last = start - 1
  return {
    next: () => ++last,
    get current() {
      return last
    },
  }
}
