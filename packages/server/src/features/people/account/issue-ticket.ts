import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isPrivate } from '../../../platform/mask.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { callerOfAccount } from '../../base/access/authenticate.ts'
import { newTicket } from '../../base/access/new-ticket.ts'
import { assertHoldsRightsOf, lockManaged } from './account.rules.ts'

/**
 * A ticket to sign in as another account. Only for staff, for accounts in their lists that they may manage, and never with rights that they
 * lack: not even a duty that they may assign, or one person could do the work and verify it (docs/decisions/0010).
 */
export const issueTicket = async (ctx: Ctx, input: InputOf<typeof endpoints.account.issueTicket>): Promise<{ ticket: string }> =>
  transact(ctx, async (write) => {
    if (isPrivate(ctx.actor.accountType)) throw new DomainError('noAccess')
    const account = await lockManaged(ctx, write, 'any', { id: input.accountId })
    await assertHoldsRightsOf(ctx, write, account, { asThemselves: true })
    // Not scoped: its roles may belong to a company above.
    if (!(await callerOfAccount(write.systemDb, ctx.clock)(account.id))) throw new DomainError('noAccess')
    const ticket = await newTicket(write, account.id, ctx.actor.accountId)
    auditRow(write, 'account', account, { action: 'account.ticket' })
    return { ticket }
  })
