import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../../platform/context.ts'
import type { Tables } from '../../../../tables/index.ts'

/** New alarms come in bursts, and each goes to every console. After this pause (ms), one statement records them all. */
const gatherMs = 500
/** How many recorded alarms are remembered, so that the database is asked once per alarm and not once per console. */
const remembered = 10_000

export interface PushRecorder {
  /** Notes that an alarm was sent to a console. Written later, so delivery is not delayed. */
  note(ctx: Pick<Ctx, 'systemDb'>, alarmId: number, at: Date): void
}

/**
 * Records when each alarm was first pushed to a console, once for all consoles and processes. It is a step of the journey without an audit
 * row, because nobody's action caused it. Not scoped, because it reveals nothing about the viewer. What cannot be written is retried with
 * the next ones.
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
      // One write at a time: a slow database must not tie up more and more connections.
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

/**
 * Records when alarms were first pushed to a console. If several processes report the same alarm, the earliest time wins. Call
 * within a transaction.
 */
const insertPushed = async (tx: Kysely<Tables>, alarms: readonly { id: number; at: Date }[]): Promise<void> => {
  const pushed = sql`unnest(${alarms.map(({ id }) => id)}::bigint[], ${alarms.map(({ at }) => at)}::timestamptz[]) as pushed (id, at)`
  // One process at a time, so that neither misses what the other has just written.
  await sql`select pg_advisory_xact_lock(hashtext('alarm.pushed'))`.execute(tx)
  await sql`
    with earlier as (
      update alarm_journey j set at = pushed.at from ${pushed}
       where j.alarm_id = pushed.id and j.step = 'pushed' and j.at > pushed.at)
    insert into alarm_journey (alarm_id, at, step)
    select id, at, 'pushed' from ${pushed}
     where not exists (select from alarm_journey j where j.alarm_id = pushed.id and j.step = 'pushed')`.execute(tx)
}
