import { holdMs } from './decide-upgrade.ts'

/** Where a round through the held devices of a task is. */
export interface HeldLook {
  /** The row after which it goes on. Null: all have been looked at. */
  after: number | null
  /** Whether it begins with this look. */
  readonly isNew: boolean
}

export interface HeldLooks {
  /** The look at a task now, a new one once a minute. */
  of(taskId: number, now: number): HeldLook
  /** Forgets tasks that are over. */
  keep(taskIds: readonly number[]): void
}

/**
 * Devices that are held back are looked at again once a minute, in parts, and written only when something has changed: a task may have 200,000 of them. Where
 * each task is with it stands in memory only, so after a start all are looked at at once.
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
