import { DomainError, isClosedOrder, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { maskedName } from '../../../platform/mask.ts'
import { transact, joining } from '../../../platform/transact.ts'
import { kindOf } from './order-app.reads.ts'
import { enteredEarlier, orderKinds, throwPrecondition } from './order.rules.ts'
import { findOrder } from './order.store.ts'

type Contact = typeof endpoints.orderApp.contact

/**
 * Shows an engineer the phone of a contact at the site of their order, and records that in the audit log. Once the order is closed there is
 * no reason to call.
 * @throws DomainError noAccess for somebody else's order; precondition
 */
export const contactPhone = (ctx: Ctx, input: InputOf<Contact>): Promise<OutputOf<Contact>> =>
  transact(ctx, async (write) => {
    const kind = await kindOf(ctx, input.id)
    const order = await findOrder(write.db, kind, input.id)
    if (!order) throw new DomainError('notFound', {}, 'id')
    if (!order.engineers.some((engineer) => engineer.id === ctx.actor.accountId)) throw new DomainError('noAccess')
    if (isClosedOrder(order.status)) throwPrecondition(ctx, 'orderClosed')
    const person = await write.db
      .selectFrom('project_notifier')
      .select(['name', 'phone', 'project_id'])
      .where('id', '=', input.notifierId)
      .where('enabled', '=', true)
      .executeTakeFirst()
    if (!person) throw new DomainError('notFound', {}, 'notifierId')
    if (person.project_id !== order.project_id) throwPrecondition(ctx, 'contactOfOtherSite')
    const { name } = orderKinds[kind]
    write.audit({
      action: `${name}.contact`,
      object: { kind: name, id: order.id, name: order.code },
      owner: { companyId: order.company_id, path: order.path },
      changes: { name: [null, maskedName(person.name)] },
    })
    return { phone: person.phone }
  })

/** Runs a step that an engineer entered earlier without a network. The history shows that time beside the time of arrival. */
export const enteredBefore = async <O>(
  ctx: Ctx,
  orderId: number,
  enteredAt: string,
  step: (ctx: Ctx) => Promise<O>,
): Promise<O> =>
  transact(ctx, async (write) => {
    const answer = await step(joining(ctx, write))
    // Not scoped: an engineer who has refused an order may no longer see it.
    const order = await write.systemDb.selectFrom('work_order').select('created_at').where('id', '=', orderId).executeTakeFirst()
    const entered = order && enteredEarlier(order, enteredAt, write.at)
    if (entered)
      await write.systemDb
        .updateTable('order_history')
        .set({ entered_at: entered })
        .where('order_id', '=', orderId)
        .where('at', '=', write.at.toISOString())
        .where('actor_id', '=', ctx.actor.accountId)
        .execute()
    return answer
  })
