import type { Ctx } from '../../platform/context.ts'
import type { Write } from '../../platform/transact.ts'
import { faultsOfOrder } from './fault.store.ts'
import { moveFault } from './move-fault.ts'

/** A repair order was deleted: its faults wait for another. Part of the write that deletes it; what is solved stays solved. */
export const releaseFaults = async (ctx: Ctx, write: Write, orderId: number): Promise<void> => {
  for (const fault of await faultsOfOrder(write.db, orderId)) await moveFault(ctx, write, fault, 'release', { order_id: null })
}
