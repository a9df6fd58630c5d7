import { DomainError, isClosedOrder, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { maskedName } from '../../../platform/mask.ts'
import { transact, joining } from '../../../platform/transact.ts'
import { kindOf } from './order-app.reads.ts'
import { orderKinds, throwPrecondition } from './order.rules.ts'
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

/** A step that arrives within this time counts as entered when it arrived (ms). */
const atOnce = 60_000

/**
 * Runs a step that an engineer entered earlier without a network. The history shows that time beside the time of arrival. It comes from the
 * phone's clock: a future time is ignored, and so is one before the order was created.
 */
export const enteredBefore = async <O>(
  ctx: Ctx,
  orderId: number,
  enteredAt: string,
  step: (ctx: Ctx) => Promise<O>,
): Promise<O> =>
  transact(ctx, async (write) => {
    const answer = await step(joining(ctx, write))
    const entered = new Date(enteredAt)
    if (write.at.getTime() - entered.getTime() > atOnce)
      // Not scoped: an engineer who has refused an order may no longer see it.
      await write.systemDb
        .updateTable('order_history')
        .set({ entered_at: entered })
        .where('order_id', '=', orderId)
        .where('at', '=', write.at.toISOString())
        .where('actor_id', '=', ctx.actor.accountId)
        .where((e) =>
          e.exists(
            e.selectFrom('work_order').select('id').where('id', '=', orderId).where('created_at', '<=', entered.toISOString()),
          ),
        )
        .execute()
    return answer
  })
