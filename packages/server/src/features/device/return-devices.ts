import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { updateDevices } from './device.store.ts'

/** Devices per transaction. */
const batchRows = 500

/** Enables devices whose time of being disabled is over. Returns how many; several processes may do it at once. */
export const returnDevices = async (ctx: Ctx): Promise<number> => {
  let returned = 0
  for (;;) {
    const now = ctx.clock.now().toISOString()
    const due = await ctx.systemDb
      .selectFrom('device')
      .select('id')
      .where('enabled', '=', false)
      .where('disabled_until', '<=', now)
      .where('deleted_at', 'is', null)
      .orderBy('disabled_until')
      .limit(batchRows)
      .execute()
    if (due.length === 0) return returned
    returned += await transactReturn(
      ctx,
      due.map(({ id }) => id),
    )
    if (due.length < batchRows) return returned
  }
}

/** Rolls a write back that found nothing to do. */
class NothingDue extends Error {}

const transactReturn = async (ctx: Ctx, ids: readonly number[]): Promise<number> => {
  try {
    return await transact(ctx, async (write) => {
      // Looked at once more under the lock: another process may have been quicker, or somebody may have prolonged it.
      const devices = await write.systemDb
        .selectFrom('device')
        .selectAll()
        .where('id', 'in', ids)
        .where('enabled', '=', false)
        .where('disabled_until', '<=', write.at.toISOString())
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      if (devices.length === 0) throw new NothingDue()
      const found = devices.map(({ id }) => id)
      const changes = { enabled: true, disabled_reason: null, disabled_until: null }
      await updateDevices(write.systemDb, found, changes)
      await write.systemDb
        .updateTable('device_disablement')
        .set((e) => ({ ended_at: e.ref('until_at') }))
        .where('device_id', 'in', found)
        .where('ended_at', 'is', null)
        .execute()
      await recordTrace(
        write,
        devices.map(({ id, code }) => ({ deviceId: id, code, step: 'enabled' })),
      )
      auditDevices(write, 'device.enable', devices, changes)
      emitDevices(write, 'enabled', devices)
      return devices.length
    })
  } catch (error) {
    if (error instanceof NothingDue) return 0
    throw error
  }
}
