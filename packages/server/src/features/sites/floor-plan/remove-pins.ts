import type { Write } from '../../../platform/transact.ts'
import { removePinsOf } from './floor-plan.store.ts'

/** Removes devices that leave their project from its plans. Call it in the write that moves or unbinds them, which has its own audit row. */
export const removePins = async (write: Write, deviceIds: readonly number[]): Promise<void> => {
  // Not scoped: the caller found the devices in its scope.
  if (deviceIds.length > 0) await removePinsOf(write.systemDb, deviceIds)
}
