import { FailureLimiter } from './failure-limiter.ts'

/**
 * Lines per minute that one gateway's malformed messages may add to the MQTT log. Its messages that raise an alarm again have a budget of
 * the same size. Further ones are only counted.
 */
const linesPerMinute = 60

/** Keeps a broken gateway from filling the disk with copies of the same message. */
export class LogBudget {
  readonly #used = new FailureLimiter(linesPerMinute)

  /** Whether one more line may be written for this sender. */
  take(client: string): boolean {
    if (this.#used.isBlocked(client)) return false
    this.#used.failed(client)
    return true
  }
}
