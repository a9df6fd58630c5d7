import { type endpoints, type InputOf, dayIn } from '@emberwatch/contract'
import { type Write, transact } from '../../../platform/transact.ts'
import { detachDeviceAlarms } from '../../alarms/alarm/lifecycle/link-device.ts'
import { detachDeviceFaults } from '../../alarms/fault/lifecycle/link-device-faults.ts'
import { removePins, movePin } from '../../sites/floor-plan/floor-plan.verbs.ts'
import { removePeople, type StoredDevice, gatewayCodesOf, recordOffline, updateDevices, movePeople } from './device.store.ts'
import type { Ctx } from '../../../platform/context.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { placesOf, refuse, usableDevices, usableDevice } from './device.rules.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { bindDevices } from './device-binding.verbs.ts'

/**
 * Devices leave their project, within a write. What they raised stays open at the old place, where it happened, and their next report
 * counts as new. The people of that place no longer see them or are notified about them, and they are removed from its floor plans.
 */
export const leavePlace = async (write: Write, devices: readonly StoredDevice[]): Promise<void> => {
  if (devices.length === 0) return
  // Not scoped: the devices were found in the caller's scope.
  const ids = devices.map(({ id }) => id)
  await removePeople(write.systemDb, ids)
  await removePins(write, ids)
  // All alarms before all faults, as ingest locks them.
  await detachDeviceAlarms(write, ids)
  await detachDeviceFaults(write, ids)
}

/** The place columns of a device that has left its place. */
export const nowhere = {
  building: null,
  floor: null,
  room_number: null,
  place: null,
  tags: [] as string[],
  longitude: null,
  latitude: null,
  coordinate_system: null,
} as const

/** The columns that are empty for a device in stock. */
const inStock = {
  project_id: null,
  gateway_id: null,
  customer_id: null,
  bound_at: null,
  ...nowhere,
  online: false,
} as const

/** Drops what ingest has cached about the projects' devices. */
export const forgetProjects = async (write: Write, projectIds: readonly (number | null)[]): Promise<void> => {
  const ids = [...new Set(projectIds)].filter((id) => id !== null)
  if (ids.length > 0) await invalidateGatewayCache(write.systemDb, await gatewayCodesOf(write.systemDb, ids))
}

/** Returns bound devices to their company's stock, within a write. From then on they report as unregistered devices. */
const returnToStock = async (write: Write, devices: readonly StoredDevice[], reason: string): Promise<void> => {
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
    for (const device of devices) emitDevices(write, 'unbound', [device], { ...device, ...inStock })
    return { count: devices.length }
  })

/** Scraps a device, within a write: it leaves its place, if any. Its code stays taken and its history stays. */
const scrap = async (write: Write, device: StoredDevice, reason: string): Promise<void> => {
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
    emitDevices(write, 'scrapped', [device], { ...device, ...inStock })
    return null
  })

/** The place columns that pass to the device taking the place. */
const placeOf = (device: StoredDevice) => ({
  building: device.building,
  floor: device.floor,
  room_number: device.room_number,
  place: device.place,
  tags: device.tags,
  longitude: device.longitude,
  latitude: device.latitude,
  coordinate_system: device.coordinate_system,
})

const vacate = async (
  write: Write,
  old: StoredDevice,
  { scrap: isEnd, reason }: { scrap: boolean; reason: string },
): Promise<void> => {
  if (isEnd) return scrap(write, old, reason)
  await returnToStock(write, [old], reason)
  auditDevices(write, 'device.unbind', [old], { ...inStock, reason })
}

/**
 * A device from stock takes the place of another: its project, gateway, room, point on the floor plan, and the people who see it or are
 * notified about it. The history of the old one is reached from the new one (device-detail.reads.ts). The old one is scrapped or returns to stock.
 * Returns the new one's id.
 */
export const replaceDevice = (ctx: Ctx, input: InputOf<typeof endpoints.device.replace>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    if (input.id === input.withId) refuse(ctx, 'replacementSelf', 'withId')
    // In ascending order of ids, as every writer locks devices.
    const ids = [input.id, input.withId].toSorted((a, b) => a - b)
    for (const id of ids) await usableDevice(ctx, write, id, id === input.id ? 'id' : 'withId')
    const old = await usableDevice(ctx, write, input.id)
    const fresh = await usableDevice(ctx, write, input.withId, 'withId')
    const { project_id: projectId, gateway_id: gatewayId } = old
    if (projectId === null) return refuse(ctx, 'deviceInStock', 'id')
    if (fresh.project_id !== null) refuse(ctx, 'deviceNotInStock', 'withId')
    await movePeople(write.systemDb, old.id, fresh.id)
    await movePin(write, old.id, fresh.id)
    await vacate(write, old, input)
    await bindDevices(ctx, write, { projectId, gatewayId: gatewayId ?? undefined, deviceIds: [fresh.id], bound: 'refuse' })
    // The day at the site: at seven in the morning in Shanghai, it is still yesterday in UTC.
    const { time_zone: zone } = await write.systemDb
      .selectFrom('project')
      .select('time_zone')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    const place = { ...placeOf(old), replaces_id: old.id, installed_on: dayIn(write.at, zone) }
    await updateDevices(write.systemDb, [fresh.id], place)
    await recordTrace(write, [
      { deviceId: old.id, code: old.code, step: 'replaced', to: fresh.code, note: input.reason },
      { deviceId: fresh.id, code: fresh.code, step: 'replaces', from: old.code, note: input.reason },
    ])
    auditDevices(write, 'device.replace', [{ ...fresh, company_id: old.company_id, path: old.path }], {
      ...place,
      reason: input.reason,
    })
    emitDevices(write, 'replaced', [old, fresh], old)
    return { id: fresh.id }
  })
