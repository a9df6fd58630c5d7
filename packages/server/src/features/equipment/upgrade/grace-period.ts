import { sql } from 'kysely'
import type { EngineWrite } from './engine-write.ts'
import { longestHoldMs, type Silences } from './decide-upgrade.ts'

/** The wall clock and the monotonic clock differ by more than this only if somebody has set the clock. */
const leastStepMs = 5_000

export interface Look {
  /** No device is given up for silence now: gateways need time to reconnect and report. */
  readonly inGrace: boolean
  /** By how much the wall clock was changed since the last look (ms), or 0. */
  readonly steppedMs: number
}

export interface GracePeriod {
  /** Call at the start of each look. @param wall the wall clock (ms) */
  look(wall: number): Look
  /** Restarts the grace period, because a failure means that nobody was heard. */
  renew(): void
}

/**
 * Tells when silence must not count: right after a start, after a failure, and after the clock was set.
 * @param lengthMs length of the grace period
 * @param monotonic a clock that nobody sets (ms)
 */
export const createGracePeriod = (lengthMs: number, monotonic: () => number = () => performance.now()): GracePeriod => {
  let until = Number.NEGATIVE_INFINITY
  let last: { wall: number; at: number } | undefined
  const renew = (): void => {
    until = monotonic() + lengthMs
  }
  return {
    look(wall) {
      const at = monotonic()
      const parted = last === undefined ? 0 : wall - last.wall - (at - last.at)
      const steppedMs = Math.abs(parted) < leastStepMs ? 0 : Math.round(parted)
      if (last === undefined || steppedMs !== 0) renew()
      last = { wall, at }
      return { inGrace: at < until, steppedMs }
    },
    renew,
  }
}

/**
 * After the clock was set, restarts the limits of devices under way and the pauses of waiting ones. Each process that notices does this, so
 * it must be safe to repeat.
 */
export const renewLimits = async ({ systemDb: db, at }: EngineWrite, silences: Silences): Promise<void> => {
  await sql`update upgrade_device set due_at = ${at}::timestamptz + make_interval(secs =>
      (${JSON.stringify(silences)}::jsonb ->> case when claimed_at is null then state else 'seen' end)::integer / 1000.0)
    where state in ('sent', 'downloading', 'verifying', 'installing') and due_at is not null`.execute(db)
  await sql`update upgrade_device u set not_before = ${at}::timestamptz + make_interval(secs => case when u.hold is null then t.retry_after_s else 0 end)
    from upgrade_task t
    where t.id = u.task_id and t.state in ('enabled', 'suspended') and u.state = 'waiting' and u.not_before is not null`.execute(
    db,
  )
}

/** After a start, caps limits that lie further ahead than possible, whichever clock set them. */
export const boundLimits = async ({ systemDb: db, at }: EngineWrite, silences: Silences): Promise<void> => {
  const longest = new Date(at.getTime() + Math.max(...Object.values(silences)))
  await sql`update upgrade_device set due_at = ${longest}
    where state in ('sent', 'downloading', 'verifying', 'installing') and due_at > ${longest}`.execute(db)
  await sql`update upgrade_device u set not_before = ${at} from upgrade_task t
    where t.id = u.task_id and t.state in ('enabled', 'suspended') and u.state = 'waiting'
      and u.not_before > ${at}::timestamptz + make_interval(secs => greatest(t.retry_after_s, ${longestHoldMs / 1000}))`.execute(
    db,
  )
}
