import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { deleteRow, dependantLimit, lockRow, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitProject } from '../project/project.events.ts'

/**
 * Deletes a sign-in address that no order lists and where nobody signed in; otherwise the error names the orders. Such an address can be
 * disabled instead.
 */
export const deleteSignSite = (ctx: Ctx, input: InputOf<typeof endpoints.signSite.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const site = await lockRow(write, 'sign_site', input, 'delete')
    // Not scoped, and including deleted orders: their history names the address.
    const orders = await write.systemDb
      .selectFrom('work_order')
      .select(['path', 'code as label'])
      .where((e) =>
        e.or([
          e('id', 'in', e.selectFrom('order_site').select('order_id').where('site_id', '=', site.id)),
          e('id', 'in', e.selectFrom('order_sign_in').select('order_id').where('site_id', '=', site.id)),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(dependantLimit)
      .execute()
    refuseInUse(orders, (path) => isBelow(path, ctx.actor.companyPath))
    await deleteRow(write, 'sign_site', site, { action: 'signSite.del' })
    emitProject(write, { ...site, id: site.project_id }, 'signSite')
    return null
  })
