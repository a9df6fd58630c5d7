import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { BrokerMessage, MessageDone } from '../../platform/broker/broker.ts'
import type { Inbound } from './inbound.ts'
import type { Preparer } from './prepare.ts'

const RETRY_MS = 500
/** At the latest after so long everybody asks for itself: the answer that the first waits for may be the only one that does not come. */
const OWN_RETRY_MS = 5_000

export interface LookingUpOptions {
  preparer: Pick<Preparer, 'prepare'>
  /** Takes a message that was looked up. */
  add: (item: Inbound) => void
  log: Pick<Logger, 'warn'>
}

/** Messages whose gateway or device could not be looked up because the database was away. They stay unacknowledged, and are looked up when it is back. */
export class LookingUp {
  readonly #options: LookingUpOptions
  /** With when they came; the oldest first. */
  readonly #waiting = new Map<MessageDone, number>()
  #answeredAt = 0
  #stopped = false

  constructor(options: LookingUpOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#waiting.size
  }

  /** How long the oldest has been waiting (ms); 0 while none is. */
  get oldestMs(): number {
    const [since = performance.now()] = this.#waiting.values()
    return Math.round(performance.now() - since)
  }

  stop(): void {
    this.#stopped = true
  }

  /** Keeps a message that could not be looked up. One asks again for all, and the others follow when it was answered. */
  async keep(message: BrokerMessage, done: MessageDone, reason: unknown): Promise<void> {
    if (this.#waiting.size === 0) this.#options.log.warn({ err: reason }, 'gateways cannot be looked up; trying again')
    const since = performance.now()
    this.#waiting.set(done, since)
    let triedAt = since
    while (!this.#stopped) {
      await delay(RETRY_MS)
      const [first] = this.#waiting.keys()
      if (first !== done && this.#answeredAt <= triedAt && performance.now() - triedAt < OWN_RETRY_MS) continue
      triedAt = performance.now()
      const item = await this.#attempt(message, done)
      if (item === undefined) continue
      this.#answeredAt = performance.now()
      this.#waiting.delete(done)
      return this.#options.add({ ...item, addedAt: since })
    }
  }

  async #attempt(message: BrokerMessage, done: MessageDone): Promise<Inbound | undefined> {
    try {
      return await this.#options.preparer.prepare(message, done)
    } catch {
      return undefined
    }
  }
}
