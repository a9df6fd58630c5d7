import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { endSessions } from '../session/end-sessions.ts'
import { accountIdsOf, lockCustomer, updateCustomerRow } from './customer.store.ts'

/** Enables or disables a customer; disabled, its accounts cannot sign in and their sessions end. */
export const forbidCustomer = (ctx: Ctx, input: InputOf<typeof endpoints.customer.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const customer = await lockCustomer(write.db, input.id)
    const { id, version } = customer
    const { enabled } = input
    await updateCustomerRow(write.db, id, version, { enabled }, ctx.actor.accountId, write.at)
    if (!enabled) await endSessions(write, await accountIdsOf(write.systemDb, id))
    write.audit({
      action: 'customer.forbidden',
      object: { kind: 'customer', id, name: customer.name },
      owner: { companyId: customer.company_id, path: customer.path },
      changes: { enabled: [customer.enabled, enabled] },
    })
    return null
  })
