import type { Ctx } from '../../platform/context.ts'
import type { Silences } from './decide-upgrade.ts'
import type { HeldLooks } from './held-looks.ts'
import type { StoredUnit } from './upgrade-device.store.ts'

/** What the engine knows when it looks at a task. */
export interface Moment {
  readonly config: Ctx['config']
  readonly silences: Silences
  /** Devices may be silent because nobody could hear them: nobody is given up now. */
  readonly inGrace: boolean
  /** How many tasks, this one included, have yet to get slots in this turn. */
  readonly sharers: number
  /** When those that are held back are looked at again. Left out: not now. */
  readonly heldLooks?: HeldLooks
  /** One device only, to find out which one fails. */
  readonly single?: boolean
  /** Is told which device is worked on: the handler of a failure knows whose it was. */
  readonly trail?: { unit: StoredUnit | null }
}
