import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { faultsOfOrder } from './fault.store.ts'
import { transitionFault } from './transition-fault.ts'

/**
 * A repair order was completed: its faults are solved (domain.md, "Work orders"), those of devices where the work did. Part of that
 * write. A restore report may have come first.
 */
export const solveFaults = async (
  ctx: Ctx,
  write: Write,
  { orderId, note, solves }: { orderId: number; note: string; solves: (deviceId: number | null) => boolean },
): Promise<void> => {
  const solved = { solved_at: write.at.toISOString(), solved_by: ctx.actor.accountId, solved_way: 'repairOrder' as const, note }
  for (const fault of await faultsOfOrder(write.db, orderId))
    if (solves(fault.device_id)) await transitionFault(ctx, write, fault, 'complete', solved)
}
