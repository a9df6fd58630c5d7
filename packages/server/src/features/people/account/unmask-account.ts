import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertMayView } from './account.lists.ts'
import { accountInScope } from './account.store.ts'

/** Shows an account's name, phone and email in full, and records that in the audit log. */
export const unmaskAccount = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.account.unmask>,
): Promise<OutputOf<typeof endpoints.account.unmask>> =>
  transact(ctx, async (write) => {
    const account = await accountInScope(write.db, input.id)
    if (!account) throw new DomainError('notFound', {}, 'id')
    assertMayView(ctx.actor, account)
    auditRow(write, 'account', account, { action: 'account.unmask', name: account.account })
    const { name, phone, email } = account
    return { name, phone, email }
  })
