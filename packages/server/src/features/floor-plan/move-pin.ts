import type { Write } from '../../platform/transact.ts'
import { passPin } from './floor-plan.store.ts'

/** A device stands where another one stood. Call it in the write that replaces it; it has its own audit row. */
export const movePin = (write: Write, fromDeviceId: number, toDeviceId: number): Promise<void> =>
  // Without scope: the caller has found the devices in its own.
  passPin(write.systemDb, fromDeviceId, toDeviceId)
