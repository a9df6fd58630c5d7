import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { BrokerMessage, MessageDone } from '../../../platform/broker/broker.ts'
import type { InboundMessage } from './inbound-message.ts'
import type { Preparer } from './prepare.ts'

const retryMs = 500
/** After this long each message retries on its own: the one that the others wait for may be the only one without an answer. */
const ownRetryMs = 5_000

export interface LookupRetryOptions {
  readonly preparer: Pick<Preparer, 'prepare'>
  /** Accepts a message whose lookup succeeded. */
  readonly add: (item: InboundMessage) => void
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Messages whose gateway or device could not be looked up because the database was unavailable. They stay unacknowledged and are retried
 * until it is back.
 */
export class LookupRetry {
  readonly #options: LookupRetryOptions
  /** Each with the time it arrived, oldest first. */
  readonly #waiting = new Map<MessageDone, number>()
  #answeredAt = 0
  #stopped = false

  constructor(options: LookupRetryOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#waiting.size
  }

  /** How long the oldest has been waiting (ms), or 0. */
  get oldestMs(): number {
    const [since = performance.now()] = this.#waiting.values()
    return Math.round(performance.now() - since)
  }

  stop(): void {
    this.#stopped = true
  }

  /** Holds a message until its lookup succeeds. One message retries for all of them, and the others follow once it succeeds. */
  async retry(message: BrokerMessage, done: MessageDone, reason: unknown): Promise<void> {
    if (this.#waiting.size === 0) this.#options.log.warn({ err: reason }, 'gateways cannot be looked up; retrying')
    const since = performance.now()
    this.#waiting.set(done, since)
    let triedAt = since
    while (!this.#stopped) {
      await delay(retryMs)
      const [first] = this.#waiting.keys()
      if (first !== done && this.#answeredAt <= triedAt && performance.now() - triedAt < ownRetryMs) continue
      triedAt = performance.now()
      const item = await this.#attempt(message, done)
      if (item === undefined) continue
      this.#answeredAt = performance.now()
      this.#waiting.delete(done)
      return this.#options.add({ ...item, addedAt: since })
    }
  }

  async #attempt(message: BrokerMessage, done: MessageDone): Promise<InboundMessage | undefined> {
    try {
      return await this.#options.preparer.prepare(message, done)
    } catch {
      return undefined
    }
  }
}
