import type { Write } from '../../../platform/transact.ts'
import { detachDeviceAlarms } from '../../alarms/alarm/lifecycle/link-device.ts'
import { detachDeviceFaults } from '../../alarms/fault/lifecycle/link-device-faults.ts'
import { removePins } from '../../sites/floor-plan/remove-pins.ts'
import { removePeople, type StoredDevice } from './device.store.ts'

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
export const inStock = {
  project_id: null,
  gateway_id: null,
  customer_id: null,
  bound_at: null,
  ...nowhere,
  online: false,
} as const
