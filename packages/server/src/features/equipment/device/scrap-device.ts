import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { usableDevice } from './device.rules.ts'
import { updateDevices, type StoredDevice } from './device.store.ts'
import { returnToStock } from './unbind-devices.ts'

/** Scraps a device, within a write: it leaves its place, if any. Its code stays taken and its history stays. */
export const scrap = async (write: Write, device: StoredDevice, reason: string): Promise<void> => {
  if (device.project_id !== null) await returnToStock(write, [device], reason)
  const changes = { scrapped_at: write.at, scrap_reason: reason, updated_at: write.at, updated_by: write.by }
  await updateDevices(write.systemDb, [device.id], changes)
  await recordTrace(write, [{ deviceId: device.id, code: device.code, step: 'scrapped', note: reason }])
  auditDevices(write, 'device.scrap', [device], { project_id: null, scrapped_at: write.at.toISOString(), scrap_reason: reason })
}

export const scrapDevice = (ctx: Ctx, input: InputOf<typeof endpoints.device.scrap>): Promise<null> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const device = await usableDevice(ctx, write, input.id)
    await scrap(write, device, input.reason)
    emitDevices(write, 'scrapped', [device], { ...device, customer_id: null })
    return null
  })
