import { performance } from 'node:perf_hooks'
import { limits } from '@emberwatch/contract'

/** A change of the clock by this much is noticed. */
const stepMs = 30_000
/** Nobody loses a site because of a shorter interruption. Other processes may have checked meanwhile. */
const standstillMs = (limits.deskLapseMinutes - limits.deskAbsentMinutes) * 60_000
/** A person at a desk is heard from again within this time. */
const settleMs = limits.deskAbsentMinutes * 60_000

/**
 * Tells whether last-seen times can be compared with the clock. After a start, an interruption or a clock change, everybody seems to have
 * been silent for long and would lose their sites at once, so they first get time to be heard from again.
 */
export class Steadiness {
  #since: number | undefined
  #last: { readonly wall: number; readonly running: number } | undefined

  look(now: Date, running = performance.now()): boolean {
    const wall = now.getTime()
    const last = this.#last
    this.#last = { wall, running }
    const isStep =
      last === undefined ||
      Math.abs(wall - last.wall - (running - last.running)) > stepMs ||
      running - last.running > standstillMs
    if (isStep) this.#since = running
    return running - (this.#since ?? running) >= settleMs
  }
}
