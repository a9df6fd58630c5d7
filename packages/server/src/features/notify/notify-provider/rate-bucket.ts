/** The burst allowed after a pause: the tokens of this many seconds. */
const burstS = 10
/** The share reserved for alarms. */
const reserved = 0.2

/** Limits how often something may be done per minute, with short bursts. */
export class RateBucket {
  readonly #perMs: number
  readonly #most: number
  #tokens: number
  #at: number

  constructor(perMinute: number, now: number) {
    this.#perMs = perMinute / 60_000
    this.#most = Math.max(1, (perMinute / 60) * burstS)
    this.#tokens = this.#most
    this.#at = now
  }

  /** How many may be done now. Alarms may also use the reserved share. */
  free(urgent: boolean, now: number): number {
    // A clock that is set back neither adds nor removes tokens.
    this.#tokens = Math.min(this.#most, this.#tokens + Math.max(0, now - this.#at) * this.#perMs)
    this.#at = now
    const left = urgent || this.#most < 2 ? this.#tokens : this.#tokens - this.#most * reserved
    return Math.max(0, Math.floor(left))
  }

  take(): void {
    this.#tokens -= 1
  }
}
