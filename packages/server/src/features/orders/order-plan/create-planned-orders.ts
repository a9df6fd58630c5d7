import { orderStatus, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks, isLockTimeout } from '../../../platform/database/locks.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { NothingToDo, transactBriefly, type Write } from '../../../platform/transact.ts'
import { staffWith, whoSees } from '../../base/access/access.rules.ts'
import { sendEach } from '../../base/message/message.verbs.ts'
import { orderKinds } from '../order/order.rules.ts'
import { insertPlannedOrders, projectsWithPlans, type PlannedFor, type PlannedOrder } from '../order/planned-orders.batch.ts'

/** Tells people who assign orders and see these: one message per company and kind, however many orders there are. */
const notifyStaff = async (write: Write, orders: readonly PlannedOrder[]): Promise<void> => {
  const groups = Map.groupBy(orders, ({ company_id, kind }) => `${company_id} ${kind}`)
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { name } = orderKinds[first.kind]
    const staff = await staffWith(write.systemDb, first.company_id, `${name}:assign`, write.at)
    const ids = group.map(({ id }) => id)
    const letters = [...(await whoSees(write, staff, 'work_order', ids))].map(([accountId, count]) => ({
      accountId,
      params: { count },
    }))
    await sendEach(write, letters, 'ordersPlanned', pageAddress(`${first.kind}OrderList`, { status: orderStatus.unassigned }))
  }
}

const createSome = (ctx: Ctx, of: PlannedFor): Promise<number | undefined> =>
  transactBriefly(ctx, async (write) => {
    // What is locked is tried again in the next hourly run.
    await giveUpOnLocks(write.systemDb, 1_000)
    const orders = await insertPlannedOrders(write, { aheadDays: ctx.config.planAheadDays, of })
    if (orders.length === 0) throw new NothingToDo()
    await notifyStaff(write, orders)
    return orders.length
  })

/**
 * Creates the inspection and maintenance orders due within the next days, batch by batch. Any number of processes may run it at once, any
 * number of times. Returns how many this one created. If a batch fails, companies are handled one by one, and for a failing company its
 * projects. None of them delays another; their errors are thrown at the end.
 */
export const createPlannedOrders = async (ctx: Ctx, stopping?: AbortSignal): Promise<number> => {
  let created = 0
  const createAll = async (of: PlannedFor): Promise<void> => {
    for (let some = 1; some > 0 && !stopping?.aborted; created += some) some = (await createSome(ctx, of)) ?? 0
  }
  const ofProjects = async (companyId: number): Promise<void> =>
    oneByOne(await projectsWithPlans(ctx.systemDb, companyId), ({ id: projectId }) => createAll({ projectId }))
  const ofCompanies = async (): Promise<void> => {
    const companies = new Set((await projectsWithPlans(ctx.systemDb)).map(({ companyId }) => companyId))
    await oneByOne(companies, (companyId) =>
      createAll({ companyId }).catch((error: unknown) => {
        // The company's audit chain is locked. One by one, all its projects would wait for it.
        if (isLockTimeout(error)) throw error
        return ofProjects(companyId)
      }),
    )
  }
  await createAll({}).catch(ofCompanies)
  return created
}
