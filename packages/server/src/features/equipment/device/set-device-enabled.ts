import { DomainError, disabledDaysMax, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { emitDevices } from './device.events.ts'
import { usableDevice } from './device.rules.ts'

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
 * sounded like all others, with a mark that work is being done on the device. It is enabled again automatically (return-devices.ts).
 */
export const setDeviceEnabled = (ctx: Ctx, input: InputOf<typeof endpoints.device.forbidden>): Promise<null> =>
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
