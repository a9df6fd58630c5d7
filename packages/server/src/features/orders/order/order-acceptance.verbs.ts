import { DomainError, type OrderKindName, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { isUniqueViolation } from '../../../platform/database/database-failure.ts'
import { isSecondPerson } from '../../base/access/access.rules.ts'
import { orderKinds, throwPrecondition } from './order.rules.ts'
import type { StoredOrder } from './order.store.ts'
import { transitionOrder, type OrderTransition } from './transition-order.ts'
import { releaseUnsolved, reopenSolved } from './sources.ts'
import { notifyAccounts, caretakersOf, ratersOf } from './order-audience.ts'

/** The verifier must not be the person who completed the order, not even signed in as somebody else. The audit log knows who that was. */
const isVerifiedByAnother = async (ctx: Ctx, write: Write, kind: OrderKindName, order: StoredOrder): Promise<boolean> => {
  const { name } = orderKinds[kind]
  // Not scoped: the order is visible, but its audit rows may be in another company's log.
  const completed = await write.systemDb
    .selectFrom('audit_log')
    .select(['actor_id', 'issuer_id'])
    .where('object_kind', '=', name)
    .where('object_id', '=', String(order.id))
    .where('action', '=', `${name}.complete`)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return isSecondPerson(ctx.actor, [order.completed_by, completed?.actor_id, completed?.issuer_id])
}

/** Accepts the work, or sends it back with a reason. */
export const verifyOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.verify>,
): Promise<{ id: number }> => {
  const { id, reason } = input
  const check = async (write: Write, order: StoredOrder): Promise<void> => {
    if (!(await isVerifiedByAnother(ctx, write, kind, order))) throwPrecondition(ctx, 'notTheCompleter')
    if (!input.agree && !reason) throw new DomainError('reasonRequired', {}, 'reason')
  }
  if (input.agree) {
    let people: readonly number[] = []
    return transitionOrder(ctx, kind, id, {
      action: 'agree',
      note: reason,
      check: async (write, order) => {
        await check(write, order)
        // Before its faults are locked: reports of them would have to wait.
        people = [...(await ratersOf(write, kind, order)), ...(await caretakersOf(write, kind, order, 'appraise'))]
      },
      effects: async (write, order) => {
        await releaseUnsolved(ctx, write, order)
        await notifyAccounts(ctx, write, kind, order, people, 'orderAgreed', { project: order.projectName })
      },
    })
  }
  const sendBack: OrderTransition = {
    action: 'deny',
    note: reason,
    // The work continues, so it is neither finished nor completed by anybody.
    changes: () => ({ finished_at: null, completed_by: null }),
    check,
    effects: async (write, order) => {
      await reopenSolved(ctx, write, order)
      const recipients = [...order.engineers.map((engineer) => engineer.id), order.completed_by]
      await notifyAccounts(ctx, write, kind, order, recipients, 'orderDenied', { reason: reason ?? '' })
    },
  }
  return transitionOrder(ctx, kind, id, sendBack).catch((error: unknown) => {
    // A new fault was reported at the very moment in which the solved one was reopened. A second try sees it.
    if (!isUniqueViolation(error)) throw error
    return transitionOrder(ctx, kind, id, sendBack)
  })
}

/** Rates the work, which ends the order. */
export const appraiseOrder = (
  ctx: Ctx,
  kind: OrderKindName,
  input: InputOf<typeof endpoints.repairOrder.appraise>,
): Promise<{ id: number }> =>
  transitionOrder(ctx, kind, input.id, {
    action: 'appraise',
    note: input.note,
    changes: () => ({ rating: input.rating, appraisal: input.note ?? null }),
    effects: async () => ({ rating: [null, input.rating] }),
  })
