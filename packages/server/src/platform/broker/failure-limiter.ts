const windowMs = 60_000
const maxKeys = 100_000

/** Counts failures per key in windows of a minute. Bounded: beyond 100,000 keys the oldest are dropped. */
export class FailureLimiter {
  readonly #limit: number
  readonly #now: () => number
  readonly #failures = new Map<string, { count: number; until: number }>()

  constructor(limit: number, now: () => number = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  /** Whether the key has used up its failures for this minute. */
  isBlocked(key: string): boolean {
    const entry = this.#failures.get(key)
    if (entry === undefined) return false
    if (entry.until <= this.#now()) {
      this.#failures.delete(key)
      return false
    }
    return entry.count >= this.#limit
  }

  failed(key: string): void {
    const entry = this.#failures.get(key)
    if (entry !== undefined && entry.until > this.#now()) {
      entry.count++
      return
    }
    this.#failures.delete(key)
    this.#failures.set(key, { count: 1, until: this.#now() + windowMs })
    if (this.#failures.size > maxKeys) {
      const oldest = this.#failures.keys().next()
      if (!oldest.done) this.#failures.delete(oldest.value)
    }
  }

  succeeded(key: string): void {
    this.#failures.delete(key)
  }
}
