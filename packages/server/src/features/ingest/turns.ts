import { setTimeout as delay } from 'node:timers/promises'

/** What holds up another writer for longer is locked by somebody else, and order matters less than a fire (ms). */
const LONGEST_WAIT_MS = 1_000

/** The place of a transaction among those of the other writers. */
export interface Turn {
  /** Runs what gives alarms their ids, after those before it have theirs, and all else that is locked before `come` and that the others lock too. */
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
    const overtaking = Promise.withResolvers<void>()
    let before: Promise<unknown> = Promise.resolve()
    let overtakes = false
    const wait = async (event: Promise<unknown>) => {
      if (overtakes || (await this.#soon(event))) return
      overtakes = true
      overtaking.resolve()
    }
    // Whoever this one overtakes holds up nobody behind it for as long again.
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

  /** Whether it came in time. */
  async #soon(event: Promise<unknown>): Promise<boolean> {
    const waiting = new AbortController()
    const late = delay(this.#longestWaitMs, false, { signal: waiting.signal }).catch(() => false)
    const isInTime = await Promise.race([event.then(() => true), late])
    waiting.abort()
    return isInTime
  }
}
