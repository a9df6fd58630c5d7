import type { Ctx } from '../../../platform/context.ts'
import { joining, transact } from '../../../platform/transact.ts'

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
