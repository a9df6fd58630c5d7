import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../../platform/context.ts'
import type { Write } from '../../../../platform/transact.ts'
import { faultsOfOrder, isOpenAtPoint, lockFaults, type StoredFault } from '../fault.store.ts'
import { throwFaultChanged } from './fault-event.ts'
import { transitionFault } from './transition-fault.ts'

// What happens to faults with the repair order that was created from them, in the write of the order.

/**
 * A repair order was created from faults: pending → processing. Part of the write that creates the order.
 * @throws notFound, or wrongState naming who was first: another order was created from one, or it was solved meanwhile.
 */
export const processFaults = async (
  ctx: Ctx,
  write: Write,
  { faultIds, orderId }: { faultIds: readonly number[]; orderId: number },
): Promise<void> => {
  const faults = await lockFaults(write.db, faultIds)
  if (faults.length < faultIds.length) throw new DomainError('notFound', {}, 'faultId')
  for (const fault of faults) {
    if (!(await transitionFault(ctx, write, fault, 'process', { order_id: orderId })))
      await throwFaultChanged(ctx, write, fault, 'faultId')
  }
}

/** A repair order was deleted: its faults are pending again, except those already solved. Part of the write that deletes it. */
export const releaseFaults = async (ctx: Ctx, write: Write, orderId: number): Promise<void> => {
  for (const fault of await faultsOfOrder(write.db, orderId))
    await transitionFault(ctx, write, fault, 'release', { order_id: null })
}

/**
 * A repair order was completed: its faults are solved (domain.md, "Work orders"), those that the work has solved. Part of that
 * write. A restore report may have come first.
 */
export const solveFaults = async (
  ctx: Ctx,
  write: Write,
  { orderId, note, solves }: { orderId: number; note: string; solves: (fault: StoredFault) => boolean },
): Promise<void> => {
  const solved = { solved_at: write.at.toISOString(), solved_by: ctx.actor.accountId, solved_way: 'repairOrder' as const, note }
  for (const fault of await faultsOfOrder(write.db, orderId))
    if (solves(fault)) await transitionFault(ctx, write, fault, 'complete', solved)
}

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
