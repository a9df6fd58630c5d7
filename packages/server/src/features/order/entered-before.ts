import type { Ctx } from '../../platform/context.ts'
import { joining, transact } from '../../platform/transact.ts'

/** A step that was sent at once is not told from one that took a moment (ms). */
const atOnce = 60_000

/**
 * A step that an engineer entered earlier, without a network: the history says when, beside the time at which it arrived. By the
 * phone's clock, so it is never later than that, and what lies before the order itself is not believed.
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
      // Without scope: who has refused an order may not see it any more.
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
