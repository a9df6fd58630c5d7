import { FailureLimiter } from '../../platform/broker/failure-limiter.ts'

/** Lines of the MQTT log that one gateway may cause in a minute with malformed messages; the rest is only counted. */
const LINES_PER_MINUTE = 60

/** Keeps a broken gateway from filling the disk with copies of its mistake. */
export class LogBudget {
  readonly #used = new FailureLimiter(LINES_PER_MINUTE)

  /** Whether one more line may be written for that sender. */
  take(client: string): boolean {
    if (this.#used.isBlocked(client)) return false
    this.#used.failed(client)
    return true
  }
}
