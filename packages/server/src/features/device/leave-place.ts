import type { Write } from '../../platform/transact.ts'
import { detachDeviceAlarms } from '../alarm/link-device.ts'
import { detachDeviceFaults } from '../fault/link-device-faults.ts'
import { removePins } from '../floor-plan/remove-pins.ts'
import { removePeople, type StoredDevice } from './device.store.ts'

/**
 * Devices leave their project, within a write. What they raised stays open at the old place, where it happened, and their next report is new. The people of
 * that place no longer see them and are no longer told about them, and they stand on no plan of it.
 */
export const leavePlace = async (write: Write, devices: readonly StoredDevice[]): Promise<void> => {
  if (devices.length === 0) return
  // Without scope: the devices were found in the caller's.
  const ids = devices.map(({ id }) => id)
  await removePeople(write.systemDb, ids)
  await removePins(write, ids)
  // All alarms before all faults, as the ingest locks them.
  await detachDeviceAlarms(write, ids)
  await detachDeviceFaults(write, ids)
}

/** Where a device hangs, once it has left. */
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

/** What a device in stock has no more. */
export const inStock = {
  project_id: null,
  gateway_id: null,
  customer_id: null,
  bound_at: null,
  ...nowhere,
  online: false,
} as const
