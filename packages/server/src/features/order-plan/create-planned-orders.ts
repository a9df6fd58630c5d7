import type { Ctx } from '../../platform/context.ts'
import { transact, type Write } from '../../platform/transact.ts'
import { staffWith } from '../access/holders-of.ts'
import { whoSees } from '../access/who-sees.ts'
import { sendEach } from '../message/send-messages.ts'
import { orderKinds } from '../order/order.kinds.ts'
import { insertPlannedOrders, type PlannedOrder } from '../order/planned-orders.batch.ts'

/** Nothing is due. Rolls back the transaction that found out. */
class NothingDue extends Error {}

/** Tells those who assign orders and see them: one message for each company and kind, however many orders there are. */
const tellStaff = async (write: Write, orders: readonly PlannedOrder[]): Promise<void> => {
  const groups = Map.groupBy(orders, ({ company_id, kind }) => `${company_id} ${kind}`)
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { list, name } = orderKinds[first.kind]
    const staff = await staffWith(write.systemDb, first.company_id, `${name}:assign`, write.at)
    const ids = group.map(({ id }) => id)
    const letters = [...(await whoSees(write, staff, 'work_order', ids))].map(([accountId, count]) => ({
      accountId,
      params: { count },
    }))
    await sendEach(write, letters, 'ordersPlanned', `${list}?status=pending_assign`)
  }
}

/**
 * Creates the inspection and maintenance orders that are due within the next days, batch by batch. Any number of processes may run
 * it at the same time, and any number of times. Returns how many this one created.
 */
export const createPlannedOrders = async (ctx: Ctx, stopping?: AbortSignal): Promise<number> => {
  let created = 0
  while (!stopping?.aborted) {
    try {
      created += await transact(ctx, async (write) => {
        const orders = await insertPlannedOrders(write, ctx.config.planAheadDays)
        if (orders.length === 0) throw new NothingDue()
        await tellStaff(write, orders)
        return orders.length
      })
    } catch (error) {
      if (error instanceof NothingDue) break
      throw error
    }
  }
  return created
}
