import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { giveUpOnLocks } from '../../platform/database/locks.ts'
import { transact } from '../../platform/transact.ts'
import { lockFaults } from './fault.store.ts'

/** After a test, so long for what it set off to be put right. */
const graceMs = 10 * 60_000
/** This loop has fires to tell of as well: what somebody has locked comes with the next look. */
const lockMs = 300
/** The rest comes with the next look. */
const atOnce = 200

/**
 * A fault that a test set off and that stands open some minutes after it is real: a detector that was taken off and not put back reports nothing more. Returns
 * how many there were.
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
