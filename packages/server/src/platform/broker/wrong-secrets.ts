import { FailureLimiter } from './failure-limiter.ts'

/** How long the answer to a wrong secret is held back once there were too many. */
const PAUSE_MS = 2000
/** Behind one address there may be many gateways. */
const PER_ADDRESS = 10

/**
 * Counts wrong secrets per address and gateway, and more generously per address, and says how long the next refusal waits. It only ever delays refusals: a right
 * secret is looked at and let in whatever others behind the same address tried. Guessing 256 random bits is hopeless anyway; this keeps the noise down.
 */
export class WrongSecrets {
  readonly #pairs: FailureLimiter
  readonly #addresses: FailureLimiter

  constructor(failuresPerMinute: number) {
    this.#pairs = new FailureLimiter(failuresPerMinute)
    this.#addresses = new FailureLimiter(failuresPerMinute * PER_ADDRESS)
  }

  /** Notes a wrong secret. Milliseconds that its refusal should wait. */
  count(address: string, gateway: string): number {
    const pair = `${address} ${gateway}`
    const isTooMany = this.#pairs.isBlocked(pair) || this.#addresses.isBlocked(address)
    this.#pairs.failed(pair)
    this.#addresses.failed(address)
    return isTooMany ? PAUSE_MS : 0
  }
}
