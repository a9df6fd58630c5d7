import { FailureLimiter } from './failure-limiter.ts'

/** How long the answer to a wrong secret is delayed once there were too many. */
const pauseMs = 2000
/** Many gateways may share one address. */
const perAddress = 10

/**
 * Counts wrong secrets per address and gateway, and with a higher limit per address, and returns how long to delay the next
 * rejection. It only delays rejections: a right secret is accepted whatever others behind the same address tried. Guessing 256
 * random bits is hopeless anyway; this limits the noise.
 */
export class AuthFailures {
  readonly #pairs: FailureLimiter
  readonly #addresses: FailureLimiter

  constructor(failuresPerMinute: number) {
    this.#pairs = new FailureLimiter(failuresPerMinute)
    this.#addresses = new FailureLimiter(failuresPerMinute * perAddress)
  }

  /** Records a wrong secret. Returns how long its rejection should be delayed (ms). */
  count(address: string, gateway: string): number {
    const pair = `${address} ${gateway}`
    const isTooMany = this.#pairs.isBlocked(pair) || this.#addresses.isBlocked(address)
    this.#pairs.failed(pair)
    this.#addresses.failed(address)
    return isTooMany ? pauseMs : 0
  }
}
