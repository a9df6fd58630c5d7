import { holdMs, type Silences } from './decide-upgrade.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { StoredUnit } from './upgrade-device.store.ts'

/** The progress of a round through the held-back devices of a task. */
export interface HeldLook {
  /** The row after which the round continues. Null: the round is complete. */
  after: number | null
  /** Whether a new round starts with this look. */
  readonly isNew: boolean
}

export interface HeldLooks {
  /** The round of a task now. A new one starts once a minute. */
  of(taskId: number, now: number): HeldLook
  /** Forgets all tasks but these. */
  keep(taskIds: readonly number[]): void
}

/**
 * Held-back devices are checked again once a minute, in parts, and written only if something has changed: a task may have 200,000 of them.
 * The progress is kept in memory only, so after a start all are checked at once.
 */
export const createHeldLooks = (): HeldLooks => {
  const looks = new Map<number, { begunAt: number; after: number | null }>()
  return {
    of(taskId, now) {
      const look = looks.get(taskId)
      const isNew = !look || now < look.begunAt || (look.after === null && now - look.begunAt >= holdMs)
      const current = isNew ? { begunAt: now, after: 0 } : look
      looks.set(taskId, current)
      return {
        isNew,
        get after() {
          return current.after
        },
        set after(id) {
          current.after = id
        },
      }
    },
    keep(taskIds) {
      for (const id of looks.keys()) if (!taskIds.includes(id)) looks.delete(id)
    },
  }
}

/** What the engine knows when it works on a task. */
export interface TaskContext {
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
