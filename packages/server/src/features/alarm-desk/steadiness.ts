import { performance } from 'node:perf_hooks'
import { limits } from '@emberwatch/contract'

/** A step of the clock by this much is noticed. */
const stepMs = 30_000
/** Nobody loses a site by a shorter standstill. Other processes may have looked meanwhile. */
const standstillMs = (limits.deskLapseMinutes - limits.deskAbsentMinutes) * 60_000
/** A person at a desk is heard of within this time again. */
const settleMs = limits.deskAbsentMinutes * 60_000

/**
 * Whether what was heard of people can be compared with the clock. After a start, a standstill or a step of the clock everybody seems to have been silent for
 * long, and would lose their sites at once: they get the time to be heard of again.
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
