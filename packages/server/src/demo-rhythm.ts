import { seededRandom } from '@emberwatch/simulator'
import { setTimeout as delay } from 'node:timers/promises'

/** Seconds, at least and at most. */
type Pause = readonly [least: number, most: number]

/** How often something happens at a panel of the demo, and how long it lasts. */
export const pauses = {
  fire: [300, 900],
  fireLasts: [60, 300],
  fault: [600, 1_800],
  faultLasts: [300, 1_200],
  again: [5, 5],
} as const satisfies Readonly<Record<string, Pause>>

/** What happens at a simulated panel, at times of its own, until it is stopped. `pace`: seconds of the demo in one second. */
export class DemoRhythm {
  readonly #stopping = new AbortController()
  readonly #pace: number
  readonly random = seededRandom(Date.now() % 2_147_483_647)

  constructor(pace: number) {
    this.#pace = pace
  }

  pause([least, most]: Pause): Promise<void> {
    const seconds = least + this.random() * (most - least)
    return delay((seconds * 1_000) / this.#pace, undefined, { signal: this.#stopping.signal })
  }

  oneOf<T>(among: readonly T[]): T | undefined {
    return among[Math.floor(this.random() * among.length)]
  }

  async repeat(every: Pause, act: () => Promise<unknown>): Promise<void> {
    for (;;) {
      await this.pause(every)
      await act()
    }
  }

  /** Like a real panel it keeps what it has to say until that is taken. */
  async until(taken: () => Promise<boolean>): Promise<void> {
    while (!(await taken())) await this.pause(pauses.again)
  }

  /** Returns a function that stops it. */
  run(begin: () => Promise<unknown>, stop: () => void): () => Promise<void> {
    const running = begin().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted) throw error
    })
    return async () => {
      stop()
      this.#stopping.abort()
      await running
    }
  }
}
