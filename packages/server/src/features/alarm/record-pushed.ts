import type { Ctx } from '../../platform/context.ts'
import { insertPushed } from './alarm.store.ts'

/** New alarms come in crowds, and each goes to every console: one statement for all of them. */
const gatherMs = 500
/** So many are remembered as recorded, so that the database is asked once for an alarm and not once for each console. */
const remembered = 10_000

export interface PushRecorder {
  /** An alarm has left for a console. Costs the delivery nothing: it is written down later. */
  note(ctx: Pick<Ctx, 'systemDb'>, alarmId: number, at: Date): void
}

/**
 * Records when each alarm was first pushed to a console, once for all consoles and processes: a step of its journey, without audit row, as it follows
 * from nobody's action. Written without scope, for it says nothing about who looks. What cannot be written is tried again with the next.
 */
export const createPushRecorder = (waitMs = gatherMs): PushRecorder => {
  const known = new Set<number>()
  let waiting = new Map<number, Date>()
  let timer: NodeJS.Timeout | undefined

  const write = async ({ systemDb }: Pick<Ctx, 'systemDb'>): Promise<void> => {
    const pushed = waiting
    waiting = new Map()
    try {
      const alarms = [...pushed].map(([id, at]) => ({ id, at }))
      await systemDb.transaction().execute((tx) => insertPushed(tx, alarms))
    } catch {
      waiting = new Map([...pushed, ...waiting])
    } finally {
      // One write at a time: a slow database must not be asked on more and more connections.
      timer = undefined
    }
  }

  return {
    note(ctx, alarmId, at) {
      if (known.has(alarmId)) return
      known.add(alarmId)
      for (const oldest of known) {
        if (known.size <= remembered) break
        known.delete(oldest)
        waiting.delete(oldest)
      }
      waiting.set(alarmId, at)
      timer ??= setTimeout(() => void write(ctx), waitMs)
    },
  }
}
