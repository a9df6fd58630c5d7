import type { Write } from '../../platform/transact.ts'
import { detachDeviceAlarms } from '../alarm/link-device.ts'
import { detachDeviceFaults } from '../fault/link-device-faults.ts'
import { removePeople, type StoredDevice } from './device.store.ts'

/**
 * Devices leave their project, within a write. What they raised stays open at the old place, where it happened, and their next report is new. The people of
 * that place no longer see them and are no longer told about them.
 */
export const leavePlace = async (write: Write, devices: readonly StoredDevice[]): Promise<void> => {
  if (devices.length === 0) return
  // Without scope: the devices were found in the caller's.
  await removePeople(
    write.systemDb,
    devices.map(({ id }) => id),
  )
  for (const { id } of devices) {
    await detachDeviceAlarms(write, id)
    await detachDeviceFaults(write, id)
  }
}

/** What a device in stock has no more. */
export const inStock = {
  project_id: null,
  gateway_id: null,
  customer_id: null,
  bound_at: null,
  building: null,
  floor: null,
  room_number: null,
  place: null,
  longitude: null,
  latitude: null,
  coordinate_system: null,
  online: false,
} as const
