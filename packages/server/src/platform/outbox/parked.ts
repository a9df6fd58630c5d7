/** Whose rows are left out for a moment, because another transaction has locked one of them: a company, a project, a gateway. */
export interface Parked<Key> {
  park(key: Key): void
  /** Those that are still left out. */
  keys(): Key[]
}

/** @param forMs how long one is left out (ms of the monotonic clock, so that a clock that is set changes nothing) */
export const createParked = <Key>(forMs: number, now: () => number = () => performance.now()): Parked<Key> => {
  const until = new Map<Key, number>()
  return {
    park: (key) => void until.set(key, now() + forMs),
    keys() {
      for (const [key, end] of until) if (end <= now()) until.delete(key)
      return [...until.keys()]
    },
  }
}
