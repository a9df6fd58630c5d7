import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { faultsOfOrder, isOpenAtPoint } from './fault.store.ts'
import { transitionFault } from './transition-fault.ts'

/**
 * The work of a repair order was sent back: the faults that it solved are in repair again. Except faults reported anew since, which are
 * open on their own, and faults that their source or a person has ended. Part of the write that sends it back.
 */
export const reopenFaults = async (ctx: Ctx, write: Write, orderId: number): Promise<void> => {
  const open = { solved_at: null, solved_by: null, solved_way: null, note: null }
  for (const fault of await faultsOfOrder(write.db, orderId))
    if (fault.solved_way === 'repairOrder' && !(await isOpenAtPoint(write.db, fault)))
      await transitionFault(ctx, write, fault, 'reopen', open)
}
