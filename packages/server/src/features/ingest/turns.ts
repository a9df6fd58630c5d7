import { setTimeout as delay } from 'node:timers/promises'

/** What holds up another writer for longer is locked by somebody else, and order matters less than a fire (ms). */
const LONGEST_WAIT_MS = 1_000

/** The place of a transaction among those of the other writers. */
export interface Turn {
  /** Runs what gives alarms their ids, after those before it have theirs. */
  number(work: () => Promise<void>): Promise<void>
  /** Resolves when the transactions that numbered before are committed or failed. Call before anything is written that the others write too. */
  come(): Promise<void>
  /** The transaction is committed, or failed. */
  end(): void
}

/** Lets several writers work side by side and commit in the order of the ids that they gave, in which alarms reach the consoles. */
export class Turns {
  #numbered: Promise<unknown> = Promise.resolve()
  #ended: Promise<unknown> = Promise.resolve()
  readonly #longestWaitMs: number

  constructor(longestWaitMs = LONGEST_WAIT_MS) {
    this.#longestWaitMs = longestWaitMs
  }

  begin(): Turn {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    let before: Promise<unknown> | undefined
    return {
      number: async (work) => {
        const first = this.#numbered
        const { promise: numbered, resolve: done } = Promise.withResolvers<void>()
        before = this.#ended
        this.#numbered = Promise.all([first, numbered])
        this.#ended = Promise.all([before, ended])
        try {
          await this.#soon(first)
          await work()
        } finally {
          done()
        }
      },
      come: () => this.#soon(before),
      end,
    }
  }

  async #soon(event: Promise<unknown> | undefined): Promise<void> {
    if (event === undefined) return
    const waiting = new AbortController()
    await Promise.race([event, delay(this.#longestWaitMs, undefined, { signal: waiting.signal }).catch(() => undefined)])
    waiting.abort()
  }
}
