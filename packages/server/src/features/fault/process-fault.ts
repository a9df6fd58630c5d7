import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { enumLabel } from '../../platform/i18n.ts'
import type { Write } from '../../platform/transact.ts'
import { lastEditor } from '../../platform/versioned.ts'
import { findFault } from './fault.store.ts'
import { moveFault } from './move-fault.ts'

/**
 * A repair order was made of a fault: pending → processing. Part of the write that makes the order.
 * @throws notFound, or wrongState saying who was first: another order was made of it, or it was solved meanwhile.
 */
export const processFault = async (
  ctx: Ctx,
  write: Write,
  { faultId, orderId }: { faultId: number; orderId: number },
): Promise<void> => {
  const fault = await findFault(write.db, faultId)
  if (!fault) throw new DomainError('notFound', {}, 'faultId')
  if (await moveFault(ctx, write, fault, 'process', { order_id: orderId })) return
  const now = (await findFault(write.db, faultId)) ?? fault
  const state = enumLabel(ctx.locale, 'faultState', now.state)
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'fault', faultId)) }, 'faultId')
}
