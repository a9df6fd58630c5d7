import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { endSessions } from '../../base/access/end-sessions.ts'

/** Enables or disables a customer. Disabling ends the sessions of its accounts, which can no longer sign in. */
export const setCustomerEnabled = (ctx: Ctx, input: InputOf<typeof endpoints.customer.forbidden>): Promise<null> =>
  transact(ctx, async (write) => {
    const customer = await lockRow(write, 'customer', input)
    const { enabled } = input
    await updateRow(
      write,
      'customer',
      customer,
      { enabled },
      {
        action: 'customer.forbidden',
        changes: { enabled: [customer.enabled, enabled] },
      },
    )
    if (enabled) return null
    const accounts = write.systemDb.selectFrom('account').select('id').where('customer_id', '=', customer.id)
    const ids = await accounts.where('deleted_at', 'is', null).execute()
    await endSessions(
      write,
      ids.map(({ id }) => id),
    )
    return null
  })
