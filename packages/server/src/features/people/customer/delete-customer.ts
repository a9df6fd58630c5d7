import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { deleteRow, dependantLimit, lockRow, refuseInUse, type Dependant } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { removeContacts } from '../customer-contact/remove-contacts.ts'

/** Some of the projects, accounts, contracts and open orders of a customer. */
const dependantsOf = async (systemDb: Kysely<Tables>, customerId: number): Promise<Dependant[]> => {
  const some = <T extends 'project' | 'account' | 'work_order'>(table: T) =>
    systemDb
      .selectFrom<'project' | 'account' | 'work_order'>(table)
      .select('path')
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(dependantLimit)
  const contracts = systemDb
    .selectFrom('customer_contract')
    .select(['contract_no as label', 'path'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .limit(dependantLimit)
  const [projects, accounts, agreed, orders] = await Promise.all([
    some('project').select('name as label').execute(),
    some('account').select('account as label').execute(),
    contracts.execute(),
    some('work_order').select('code as label').where('status', 'not in', ['complete', 'cancelled']).execute(),
  ])
  return [...projects, ...accounts, ...agreed, ...orders]
}

/** Deletes a customer without dependants; otherwise the error names its projects, accounts, contracts and open orders. */
export const deleteCustomer = (ctx: Ctx, input: InputOf<typeof endpoints.customer.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const customer = await lockRow(write, 'customer', input, 'delete')
    // Not scoped: rows of companies above count too, but are not named.
    refuseInUse(await dependantsOf(write.systemDb, customer.id), (path) => isBelow(path, ctx.actor.companyPath))
    await removeContacts(write, customer.id)
    await deleteRow(write, 'customer', customer, { action: 'customer.del' })
    return null
  })
