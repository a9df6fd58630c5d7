import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks } from '../../../platform/database/locks.ts'
import { transact } from '../../../platform/transact.ts'
import { lockFaults } from './fault.store.ts'

/** How much time there is after a test to fix what it set off. */
const graceMs = 10 * 60_000
/** The same loop also notifies of fires, so locked rows are left for the next look. */
const lockMs = 300
/** The rest follows with the next look. */
const atOnce = 200

/**
 * Makes faults real that a test set off and that are still open some minutes after it: a detector that was removed and not put back reports
 * nothing more. Returns how many there were.
 */
export const endTestFaults = async (ctx: Ctx): Promise<number> => {
  const at = ctx.clock.now()
  const covered = (moment: Date) =>
    sql`is_on_test(project_id, gateway_id, device_id, point, ${moment}::timestamptz, ${moment}::timestamptz)`
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
  return transact(ctx, async (write) => {
    await giveUpOnLocks(write.systemDb, lockMs)
    const ids = over.map(({ id }) => id)
    const faults = (await lockFaults(write.systemDb, ids)).filter(({ test, state }) => test && state === 'pending')
    if (faults.length === 0) throw new NothingLeft()
    for (const fault of faults) {
      const { id, company_id: companyId, path, customer_id: customerId, device_id: deviceId, project_id: projectId } = fault
      await write.systemDb.updateTable('fault').set({ test: false, updated_at: at }).where('id', '=', id).execute()
      write.audit({
        action: 'fault.raise',
        object: { kind: 'fault', id, name: fault.deviceName ?? fault.point },
        owner: { companyId, path },
        changes: { test: [true, false] },
      })
      write.emit({
        kind: 'fault',
        change: 'raised',
        objectId: id,
        owner: { path, customerId, deviceId, projectId },
        data: { typeId: fault.type_id },
      })
    }
    return faults.length
  }).catch((error: unknown) => {
    if (error instanceof NothingLeft) return 0
    throw error
  })
}

/** Another process was first. */
class NothingLeft extends Error {}
