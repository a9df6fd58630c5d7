import type { Ctx } from '../../../platform/context.ts'
import type { Silences } from './decide-upgrade.ts'
import type { HeldLooks } from './held-looks.ts'
import type { StoredUnit } from './upgrade-device.store.ts'

/** What the engine knows when it works on a task. */
export interface Moment {
  readonly config: Ctx['config']
  readonly silences: Silences
  /** Devices may be silent because nobody could hear them, so none is given up now. */
  readonly inGrace: boolean
  /** How many tasks, including this one, have yet to get slots in this turn. */
  readonly sharers: number
  /** When held-back devices are checked again. If left out: not now. */
  readonly heldLooks?: HeldLooks
  /** Work on one device only, to find out which one fails. */
  readonly single?: boolean
  /** Receives the device being worked on, so that a failure can be attributed to it. */
  readonly trail?: { unit: StoredUnit | null }
}
