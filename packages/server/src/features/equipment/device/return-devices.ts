import type { Ctx } from '../../../platform/context.ts'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { NothingToDo, transactBriefly } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { updateDevices } from './device.store.ts'

/** Devices per transaction. */
const batchRows = 500

/** The devices whose time of being disabled is over, grouped by company. */
const dueDevices = async ({ systemDb, clock }: Ctx): Promise<number[][]> => {
  const due = await systemDb
    .selectFrom('device')
    .select(['id', 'company_id'])
    .where('enabled', '=', false)
    .where('disabled_until', '<=', clock.now().toISOString())
    .where('deleted_at', 'is', null)
    .orderBy('disabled_until')
    .execute()
  return [...Map.groupBy(due, ({ company_id: companyId }) => companyId).values()].map((own) => own.map(({ id }) => id))
}

/**
 * Enables devices whose time of being disabled is over. Returns how many. Several processes may run this at once. A device that fails or is
 * locked does not keep others out of service; its error is thrown at the end.
 */
export const returnDevices = async (ctx: Ctx): Promise<number> => {
  let returned = 0
  const put = async (ids: readonly number[]): Promise<void> => {
    returned += (await transactReturn(ctx, ids)) ?? 0
  }
  const batches = (await dueDevices(ctx)).flatMap((ids) =>
    Array.from({ length: Math.ceil(ids.length / batchRows) }, (_, n) => ids.slice(n * batchRows, (n + 1) * batchRows)),
  )
  await oneByOne(batches, (ids) =>
    put(ids).catch((error: unknown) => {
      // The company's audit chain is locked. Tried one by one, all of them would wait for it.
      if (isLockTimeout(error)) throw error
      return oneByOne(ids, (id) => put([id]))
    }),
  )
  return returned
}

const transactReturn = (ctx: Ctx, ids: readonly number[]): Promise<number | undefined> =>
  transactBriefly(ctx, async (write) => {
    // Checked again under the lock: another process may have been quicker, or somebody may have extended the time.
    const devices = await write.systemDb
      .selectFrom('device')
      .selectAll()
      .where('id', 'in', ids)
      .where('enabled', '=', false)
      .where('disabled_until', '<=', write.at.toISOString())
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked()
      .execute()
    if (devices.length === 0) throw new NothingToDo()
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
