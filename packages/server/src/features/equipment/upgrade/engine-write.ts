import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks } from '../../../platform/database/locks.ts'
import { transactQuietly, type EventDraft, type Write } from '../../../platform/transact.ts'
import { recordFirmware, type ReportedFirmware } from '../gateway/gateway.batch.ts'
import { recordTrace, type TraceEntry } from '../product-trace/record-trace.ts'

/** A transaction of the engine. */
export interface EngineWrite extends Write {
  /** Records the version that a device runs. Written last, in the common order of locks. */
  reportFirmware(firmware: ReportedFirmware): void
  trace(entry: TraceEntry): void
}

/**
 * Runs a part of the engine's work as one transaction, one process at a time. It is no `transact`, because most of it writes no audit row
 * (progress, holds). A task emits one event, however many of its devices moved.
 */
export const engineWrite = <T>(ctx: Ctx, work: (write: EngineWrite) => Promise<T>): Promise<T> =>
  transactQuietly(ctx, async (write) => {
    await sql`select pg_advisory_xact_lock(hashtext('emberwatch_upgrade'))`.execute(write.systemDb)
    // A locked device or audit chain delays the engine, and with it all other devices.
    await giveUpOnLocks(write.systemDb, 1_000)
    const tasks = new Map<string, EventDraft>()
    const reported: ReportedFirmware[] = []
    const traces: TraceEntry[] = []
    const own: EngineWrite = {
      ...write,
      // Another process may have held the lock for long.
      at: ctx.clock.now(),
      emit: (event) => {
        if (event.kind !== 'upgrade') return write.emit(event)
        const owner = { path: event.owner.path, projectId: null }
        tasks.set(`${event.objectId} ${owner.path}`, { ...event, change: 'progress', owner })
      },
      reportFirmware: (firmware) => reported.push(firmware),
      trace: (entry) => traces.push(entry),
    }
    const answer = await work(own)
    await recordFirmware(write.systemDb, reported)
    await recordTrace(own, traces)
    for (const event of tasks.values()) write.emit(event)
    return answer
  })
