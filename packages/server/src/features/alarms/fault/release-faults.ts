import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { faultsOfOrder } from './fault.store.ts'
import { transitionFault } from './transition-fault.ts'

/** A repair order was deleted: its faults are pending again, except those already solved. Part of the write that deletes it. */
export const releaseFaults = async (ctx: Ctx, write: Write, orderId: number): Promise<void> => {
  for (const fault of await faultsOfOrder(write.db, orderId))
    await transitionFault(ctx, write, fault, 'release', { order_id: null })
}
