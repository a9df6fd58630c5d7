import type { Write } from '../../platform/transact.ts'
import { removePinsOf } from './floor-plan.store.ts'

/** Devices that leave their project stand on no plan of it. Call it in the write that moves or unbinds them; it has its own audit row. */
export const removePins = async (write: Write, deviceIds: readonly number[]): Promise<void> => {
  // Without scope: the caller has found the devices in its own.
  if (deviceIds.length > 0) await removePinsOf(write.systemDb, deviceIds)
}
