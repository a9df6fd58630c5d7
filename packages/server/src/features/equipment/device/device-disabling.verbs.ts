import { DomainError, disabledDaysMax, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact, NothingToDo, transactBriefly } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { emitDevices, auditDevices } from './device.events.ts'
import { usableDevice } from './device.rules.ts'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { updateDevices } from './device.store.ts'

const dayMs = 86_400_000

/** Clears the time of being disabled, which is over. */
const endDisablement = async (db: Kysely<Tables>, deviceId: number, at: Date): Promise<void> => {
  await db
    .updateTable('device_disablement')
    .set({ ended_at: at })
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Until when a device may be disabled: in the future, and not too far ahead. @throws DomainError */
const endOf = (ctx: Ctx, until: string | undefined, now: Date): string => {
  if (until === undefined) return refuseField(ctx, 'until', 'required')
  const at = Date.parse(until)
  if (at <= now.getTime()) refuseField(ctx, 'until', 'future')
  if (at > now.getTime() + disabledDaysMax * dayMs) refuseField(ctx, 'until', 'tooFar')
  return until
}

/**
 * Disables a device for a time with a reason, or enables it again. Nothing that it reports is held back: its alarms are stored, shown and
 * sounded like all others, with a mark that work is being done on the device. It is enabled again automatically (device-disabling.verbs.ts).
 */
export const setDeviceEnabled = (ctx: Ctx, input: InputOf<typeof endpoints.device.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const device = await usableDevice(ctx, write, input.id)
    const { enabled, reason } = input
    const until = enabled ? null : endOf(ctx, input.until, write.at)
    if (!enabled && reason === undefined) throw new DomainError('reasonRequired', {}, 'reason')
    await endDisablement(write.systemDb, device.id, write.at)
    if (until !== null)
      await write.systemDb
        .insertInto('device_disablement')
        .values({ device_id: device.id, reason: reason ?? '', from_at: write.at, until_at: until, created_by: write.by })
        .execute()
    const changes = { enabled, disabled_reason: enabled ? null : (reason ?? null), disabled_until: until }
    await updateRow(write, 'device', device, changes, { action: 'device.forbidden' })
    await recordTrace(write, [
      { deviceId: device.id, code: device.code, step: enabled ? 'enabled' : 'disabled', note: reason ?? null },
    ])
    emitDevices(write, enabled ? 'enabled' : 'disabled', [device])
    return null
  })

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
