import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { placesOf } from './device.places.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { refuse, usableDevices } from './device.rules.ts'
import { gatewayCodesOf, recordOffline, updateDevices, type StoredDevice } from './device.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { inStock, leavePlace } from './leave-place.ts'

/** Drops what ingest has cached about the projects' devices. */
export const forgetProjects = async (write: Write, projectIds: readonly (number | null)[]): Promise<void> => {
  const ids = [...new Set(projectIds)].filter((id) => id !== null)
  if (ids.length > 0) await invalidateGatewayCache(write.systemDb, await gatewayCodesOf(write.systemDb, ids))
}

/** Returns bound devices to their company's stock, within a write. From then on they report as unregistered devices. */
export const returnToStock = async (write: Write, devices: readonly StoredDevice[], reason: string): Promise<void> => {
  const places = await placesOf(write.systemDb, devices)
  await leavePlace(write, devices)
  // Before the change: the step belongs to the project that the device leaves.
  await recordTrace(
    write,
    devices.map(({ id, code }) => ({ deviceId: id, code, step: 'unbound', from: places.get(id) ?? null, note: reason })),
  )
  await recordOffline(write.systemDb, devices, write.at)
  const ids = devices.map(({ id }) => id)
  await updateDevices(write.systemDb, ids, { ...inStock, stocked_at: write.at, updated_at: write.at, updated_by: write.by })
  await forgetProjects(
    write,
    devices.map(({ project_id }) => project_id),
  )
}

export const unbindDevices = (ctx: Ctx, input: InputOf<typeof endpoints.device.unbind>): Promise<{ count: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const devices = await usableDevices(ctx, write, input.ids)
    if (devices.some(({ project_id }) => project_id === null)) refuse(ctx, 'deviceInStock', 'ids')
    await returnToStock(write, devices, input.reason)
    auditDevices(write, 'device.unbind', devices, { ...inStock, reason: input.reason })
    for (const device of devices) emitDevices(write, 'unbound', [device], { ...device, customer_id: null })
    return { count: devices.length }
  })
