import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { transact } from '../../platform/transact.ts'
import { dependantsOf, lockCustomer, updateCustomerRow } from './customer.store.ts'

const mostNamed = 10

/** Deletes a customer on which nothing hangs; otherwise names its projects, accounts and open orders. Its row stays, for whatever points at it. */
export const deleteCustomer = (ctx: Ctx, input: InputOf<typeof endpoints.customer.del>): Promise<null> =>
  transact(ctx, async (write) => {
    const customer = await lockCustomer(write.db, input.id, 'delete')
    const { id, version } = customer
    // Without scope: what a company above owns hangs on the customer as well, but is not named.
    const dependants = await dependantsOf(write.systemDb, id, mostNamed + 1)
    if (dependants.length > 0) {
      const seen = dependants.filter(({ path }) => isBelow(path, ctx.actor.companyPath)).map(({ label }) => label)
      const named = seen.slice(0, mostNamed)
      throw new DomainError('inUse', { dependants: [...named, ...(named.length < dependants.length ? ['…'] : [])].join(', ') })
    }
    await updateCustomerRow(write.db, id, version, { deleted_at: write.at }, ctx.actor.accountId, write.at)
    write.audit({
      action: 'customer.del',
      object: { kind: 'customer', id, name: customer.name },
      owner: { companyId: customer.company_id, path: customer.path },
      changes: { name: [customer.name, null] },
    })
    return null
  })
