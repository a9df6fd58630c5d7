/** In a storm, everything that waits is asked for no more often than this (ms): live events have brought it already. */
const fullEvery = 15_000

/** When all that waits has to be read, however many they are, because the short list of the most urgent is full. */
export class FullRead {
  #begunAt = -Infinity
  #missedAt = -Infinity

  /** Whether events may have been missed since the last one began. */
  get isOwed(): boolean {
    return this.#begunAt === -Infinity
  }

  get isDue(): boolean {
    return performance.now() - this.#begunAt >= fullEvery
  }

  /** Returns whether no other has begun since. */
  begin(): () => boolean {
    const at = performance.now()
    this.#begunAt = at
    return () => this.#begunAt === at
  }

  /**
   * The short list had all, so from here on live events bring what comes. An answer that may have been under way when events were missed says
   * nothing of these.
   */
  hadAll(): void {
    if (performance.now() - this.#missedAt >= fullEvery) this.#begunAt = performance.now()
  }

  /** Events were left out or not heard: only the whole list says which. */
  missed(): void {
    this.#begunAt = -Infinity
    this.#missedAt = performance.now()
  }

  /** It is asked again with the next answer. */
  failed(): void {
    this.#begunAt = -Infinity
  }
}
