import { dayIn, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { movePin } from '../../sites/floor-plan/move-pin.ts'
import { recordTrace } from '../product-trace/record-trace.ts'
import { bindDevices } from './bind-device.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { refuse, usableDevice } from './device.rules.ts'
import { movePeople, updateDevices, type StoredDevice } from './device.store.ts'
import { scrap } from './scrap-device.ts'
import { inStock } from './leave-place.ts'
import { returnToStock } from './unbind-devices.ts'

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
 * notified about it. The history of the old one is reached from the new one (device-line.ts). The old one is scrapped or returns to stock.
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
