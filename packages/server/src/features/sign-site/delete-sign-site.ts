import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { deleteRow, dependantLimit, lockRow, refuseInUse } from '../../platform/rows/rows.ts'
import { transact } from '../../platform/transact.ts'
import { emitProject } from '../project/project.events.ts'

/** Deletes a sign-in address that no order lists; otherwise names the orders. Such an address is disabled instead. */
export const deleteSignSite = (ctx: Ctx, input: InputOf<typeof endpoints.signSite.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const site = await lockRow(write, 'sign_site', input, 'delete')
    // Without scope and with deleted orders: their history names the address.
    const orders = await write.systemDb
      .selectFrom('order_site')
      .innerJoin('work_order', 'work_order.id', 'order_site.order_id')
      .select(['work_order.path', 'work_order.code as label'])
      .where('order_site.site_id', '=', site.id)
      .orderBy('work_order.id', 'desc')
      .limit(dependantLimit)
      .execute()
    refuseInUse(orders, (path) => isBelow(path, ctx.actor.companyPath))
    await deleteRow(write, 'sign_site', site, { action: 'signSite.del' })
    emitProject(write, { ...site, id: site.project_id }, 'signSite')
    return null
  })
