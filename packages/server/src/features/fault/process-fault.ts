import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { enumLabel } from '../../platform/i18n.ts'
import type { Write } from '../../platform/transact.ts'
import { lastEditor } from '../../platform/versioned.ts'
import { findFault } from './fault.store.ts'
import { transitionFault } from './transition-fault.ts'

/**
 * A repair order was created from a fault: pending → processing. Part of the write that creates the order.
 * @throws notFound, or wrongState naming who was first: another order was created from it, or it was solved meanwhile.
 */
export const processFault = async (
  ctx: Ctx,
  write: Write,
  { faultId, orderId }: { faultId: number; orderId: number },
): Promise<void> => {
  const fault = await findFault(write.db, faultId)
  if (!fault) throw new DomainError('notFound', {}, 'faultId')
  if (await transitionFault(ctx, write, fault, 'process', { order_id: orderId })) return
  const now = (await findFault(write.db, faultId)) ?? fault
  const state = enumLabel(ctx.locale, 'faultState', now.state)
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'fault', faultId)) }, 'faultId')
}
