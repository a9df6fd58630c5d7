/** Minimum time between two full reads in a storm (ms): live events have brought the alarms already. */
const fullEvery = 15_000

/** Decides when all waiting alarms must be read, however many there are, because the short list of the most urgent is full. */
export class FullRead {
  #begunAt = -Infinity
  #missedAt = -Infinity

  /** Whether events may have been missed since the last full read started. */
  get isOwed(): boolean {
    return this.#begunAt === -Infinity
  }

  get isDue(): boolean {
    return performance.now() - this.#begunAt >= fullEvery
  }

  /** Returns whether no other read has started since. */
  begin(): () => boolean {
    const at = performance.now()
    this.#begunAt = at
    return () => this.#begunAt === at
  }

  /**
   * The short list was complete, so live events bring everything from here on. An answer that may have been under way when events
   * were missed does not include these.
   */
  hadAll(): void {
    if (performance.now() - this.#missedAt >= fullEvery) this.#begunAt = performance.now()
  }

  /** Events were skipped or missed: only the full list shows which alarms are waiting. */
  missed(): void {
    this.#begunAt = -Infinity
    this.#missedAt = performance.now()
  }

  /** The full read failed and is repeated with the next answer. */
  failed(): void {
    this.#begunAt = -Infinity
  }
}
