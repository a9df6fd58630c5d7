import { sql } from 'kysely'
import { appendAudit, type AuditEntry } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { storeEvents, type EventDraft, type Write } from '../../../platform/transact.ts'
import { recordFirmware, type ToldFirmware } from '../gateway/record-firmware.ts'
import { recordTrace, type TraceEntry } from '../product-trace/record-trace.ts'

/** A transaction of the engine. */
export interface EngineWrite extends Write {
  /** Records the version that a device runs. Written last, in the common order of locks. */
  told(firmware: ToldFirmware): void
  trace(entry: TraceEntry): void
}

/** How long a locked device or audit chain may delay the engine, and with it all other devices (ms). */
const lockMs = 1_000

/** Whether somebody else holds a lock: to be retried, not a failure. */
export const isLockTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '55P03'

/**
 * Runs a part of the engine's work as one transaction, one process at a time. It is no `transact`, because most of it writes no audit row
 * (progress, holds). A task emits one event, however many of its devices moved.
 */
export const engineWrite = <T>(ctx: Ctx, work: (write: EngineWrite) => Promise<T>): Promise<T> =>
  ctx.systemDb.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('emberwatch_upgrade'))`.execute(tx)
    await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(tx)
    const at = ctx.clock.now()
    const audits: AuditEntry[] = []
    const events: EventDraft[] = []
    const tasks = new Map<string, EventDraft>()
    const told: ToldFirmware[] = []
    const traces: TraceEntry[] = []
    const write: EngineWrite = {
      db: tx,
      systemDb: tx,
      at,
      by: null,
      audit: (entry) => audits.push(entry),
      emit: (event) => {
        if (event.kind !== 'upgrade') events.push(event)
        else
          tasks.set(`${event.objectId} ${event.owner.path}`, {
            ...event,
            change: 'progress',
            owner: { path: event.owner.path, projectId: null },
          })
      },
      job: () => {
        throw new Error('the engine starts no jobs')
      },
      told: (firmware) => told.push(firmware),
      trace: (entry) => traces.push(entry),
    }
    const answer = await work(write)
    await recordFirmware(tx, told)
    await recordTrace(write, traces)
    await storeEvents(tx, [...events, ...tasks.values()], at)
    if (audits.length > 0) await appendAudit(tx, audits, ctx.actor, ctx.origin, at)
    return answer
  })
