import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { findFault, lockFaults } from './fault.store.ts'
import { transitionFault } from './transition-fault.ts'

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
    if (await transitionFault(ctx, write, fault, 'process', { order_id: orderId })) continue
    const now = (await findFault(write.db, fault.id)) ?? fault
    const state = enumLabel(ctx.locale, 'faultState', now.state)
    throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'fault', fault.id)) }, 'faultId')
  }
}
