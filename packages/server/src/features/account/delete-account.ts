import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { endSessions } from '../session/end-sessions.ts'
import { lockManaged, type AccountFamily } from './account.rules.ts'
import { deleteAccountRows, openOrdersOf } from './account.store.ts'

/** Deletes an account that no open order waits for; otherwise names the orders. Its row stays, for whatever it did. */
export const deleteAccount = async (
  ctx: Ctx,
  family: AccountFamily,
  input: InputOf<typeof endpoints.account.del>,
): Promise<null> =>
  transact(ctx, async (write) => {
    const account = await lockManaged(ctx, write, family, input.id, 'delete')
    // Without scope: orders of a company above count as well.
    const orders = await openOrdersOf(write.systemDb, account.id)
    if (orders.length > 0) {
      const codes = orders.slice(0, 10).map((order) => order.code)
      throw new DomainError('inUse', { dependants: [...codes, ...(orders.length > codes.length ? ['…'] : [])].join(', ') })
    }
    await endSessions(write, [account.id])
    await deleteAccountRows(write.systemDb, [account.id], ctx.actor.accountId, write.at)
    write.audit({
      action: 'account.del',
      object: { kind: 'account', id: account.id, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
      changes: { account: [account.account, null], name: [account.name, null] },
    })
    return null
  })
