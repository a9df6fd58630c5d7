import { sql } from 'kysely'
import type { Ctx } from '../../../../platform/context.ts'
import { NothingToDo, transactBriefly } from '../../../../platform/transact.ts'
import { lockFaults } from '../fault.store.ts'
import { emitFaultEvent } from './fault-event.ts'

/** How much time there is after a test to fix what it set off. */
const graceMs = 10 * 60_000
/** The rest follows with the next look. */
const atOnce = 200

/**
 * Makes faults real that a test set off and that are still open some minutes after it: a detector that was removed and not put back reports
 * nothing more. Returns how many there were.
 */
export const endTestFaults = async (ctx: Ctx): Promise<number> => {
  const at = ctx.clock.now()
  const covered = (at: Date) => sql`is_on_test(project_id, gateway_id, device_id, point, ${at}::timestamptz, ${at}::timestamptz)`
  const over = await ctx.systemDb
    .selectFrom('fault')
    .select('id')
    .where('test', '=', true)
    .where('state', '=', 'pending')
    .where(sql<boolean>`not ${covered(at)} and not ${covered(new Date(at.getTime() - graceMs))}`)
    .where('first_at', '<', new Date(at.getTime() - graceMs).toISOString())
    .orderBy('id')
    .limit(atOnce)
    .execute()
  if (over.length === 0) return 0
  // The same loop also notifies of fires, so locked rows are left for the next look.
  const ended = await transactBriefly(ctx, async (write) => {
    const ids = over.map(({ id }) => id)
    const faults = (await lockFaults(write.systemDb, ids)).filter(({ test, state }) => test && state === 'pending')
    if (faults.length === 0) throw new NothingToDo()
    for (const fault of faults) {
      const { id, company_id: companyId, path } = fault
      await write.systemDb.updateTable('fault').set({ test: false, updated_at: at }).where('id', '=', id).execute()
      write.audit({
        action: 'fault.raise',
        object: { kind: 'fault', id, name: fault.deviceName ?? fault.point },
        owner: { companyId, path },
        changes: { test: [true, false] },
      })
      emitFaultEvent(write, 'raised', fault)
    }
    return faults.length
  })
  return ended ?? 0
}
