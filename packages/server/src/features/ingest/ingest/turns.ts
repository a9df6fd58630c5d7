import { setTimeout as delay } from 'node:timers/promises'

/** A writer that holds up another for longer than this (ms) waits for another transaction's lock. Then speed matters more than order. */
const maxWaitMs = 1_000

/** The place of one transaction in the order of the writers. */
export interface Turn {
  /**
   * Runs `work`, which gives alarms their ids, after the earlier transactions have theirs. All other locks that the writers share and that
   * are taken before `come` belong here too.
   */
  number(work: () => Promise<void>): Promise<void>
  /** Resolves when the transactions that numbered earlier have ended. Call before writing anything else that the other writers write too. */
  come(): Promise<void>
  /** The transaction was committed or failed. */
  end(): void
}

/** Lets several writers work in parallel and commit in the order of the ids that they assigned, so that alarms reach consoles in that order. */
export class Turns {
  #numbered: Promise<unknown> = Promise.resolve()
  #ended: Promise<unknown> = Promise.resolve()
  readonly #longestWaitMs: number

  constructor(longestWaitMs = maxWaitMs) {
    this.#longestWaitMs = longestWaitMs
  }

  begin(): Turn {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const overtaking = Promise.withResolvers<void>()
    let before: Promise<unknown> = Promise.resolve()
    let overtakes = false
    const wait = async (event: Promise<unknown>) => {
      if (overtakes || (await this.#soon(event))) return
      overtakes = true
      overtaking.resolve()
    }
    // A transaction that was overtaken does not hold up those behind it for as long again.
    const orOvertaken = (event: Promise<unknown>) => Promise.race([event, overtaking.promise])
    return {
      number: async (work) => {
        const first = this.#numbered
        const { promise: numbered, resolve: done } = Promise.withResolvers<void>()
        before = this.#ended
        this.#numbered = Promise.all([orOvertaken(first), numbered])
        this.#ended = Promise.all([orOvertaken(before), ended])
        try {
          await wait(first)
          await work()
        } finally {
          done()
        }
      },
      come: () => wait(before),
      end,
    }
  }

  /** Whether the event came in time. */
  async #soon(event: Promise<unknown>): Promise<boolean> {
    const waiting = new AbortController()
    const late = delay(this.#longestWaitMs, false, { signal: waiting.signal }).catch(() => false)
    const isInTime = await Promise.race([event.then(() => true), late])
    waiting.abort()
    return isInTime
  }
}
