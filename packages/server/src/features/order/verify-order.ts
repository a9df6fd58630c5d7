import { DomainError, type OrderKindName, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transitionOrder } from './transition-order.ts'
import { releaseUnsolved } from './sources.ts'
import { notifyAccounts } from './notify-accounts.ts'

/** Accepts the work, or sends it back with a reason. */
export const verifyOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.verify>,
): Promise<{ id: number }> => {
  const { id, reason } = input
  if (input.agree) {
    return transitionOrder(ctx, kind, id, {
      action: 'agree',
      note: reason,
      effects: async (write, order) => {
        await releaseUnsolved(ctx, write, order)
        await notifyAccounts(ctx, write, kind, order, [order.created_by], 'orderAgreed', { project: order.projectName })
      },
    })
  }
  return transitionOrder(ctx, kind, id, {
    action: 'deny',
    note: reason,
    // The work continues, so it is neither finished nor completed by anybody.
    changes: () => ({ finished_at: null, completed_by: null }),
    check: async () => {
      if (!reason) throw new DomainError('reasonRequired', {}, 'reason')
    },
    effects: async (write, order) => {
      const recipients = [...order.engineers.map((engineer) => engineer.id), order.completed_by]
      await notifyAccounts(ctx, write, kind, order, recipients, 'orderDenied', { reason: reason ?? '' })
    },
  })
}
