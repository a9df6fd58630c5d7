import type { Write } from '../../../platform/transact.ts'
import { auditDevices, emitDevices } from './device.events.ts'
import { gatewayCodesOf, lockDevices, updateDevices } from './device.store.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'

/** Sets the rooms of devices of a project, within a write. Alarms name the room from then on. */
export const placeDevices = async (write: Write, projectId: number, rooms: ReadonlyMap<number, string>): Promise<void> => {
  if (rooms.size === 0) return
  const devices = await lockDevices(write.db, [...rooms.keys()])
  const moved = devices.filter(({ id, project_id, room_number }) => project_id === projectId && room_number !== rooms.get(id))
  for (const device of moved) {
    const changes = { room_number: rooms.get(device.id) ?? null }
    await updateDevices(write.db, [device.id], { ...changes, updated_at: write.at, updated_by: write.by })
    auditDevices(write, 'device.update', [device], changes)
  }
  if (moved.length === 0) return
  // Ingest caches the room.
  await invalidateGatewayCache(write.systemDb, await gatewayCodesOf(write.systemDb, [projectId]))
  emitDevices(write, 'updated', moved)
}
