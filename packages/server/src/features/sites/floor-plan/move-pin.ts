import type { Write } from '../../../platform/transact.ts'
import { passPin } from './floor-plan.store.ts'

/** A device takes the position of another on the plan. Call it in the write that replaces the device, which has its own audit row. */
export const movePin = (write: Write, fromDeviceId: number, toDeviceId: number): Promise<void> =>
  // Not scoped: the caller found the devices in its scope.
  passPin(write.systemDb, fromDeviceId, toDeviceId)
