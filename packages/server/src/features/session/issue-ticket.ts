import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Actor, Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { transact } from '../../platform/transact.ts'
import { managesLevel } from '../role/role.rules.ts'
import { callerOfAccount } from './authenticate.ts'
import { insertTicket } from './session.store.ts'
import { newToken } from './token.ts'

/** Staff of a company may sign in as accounts that they may manage; never with rights that they lack. */
const maySignInAs = (actor: Actor, target: Actor): boolean => {
  if (actor.accountType === 'customer' || actor.accountType === 'user') return false
  if (!isBelow(target.companyPath, actor.companyPath)) return false
  if (!managesLevel(actor, { level: target.level, company_id: target.companyId ?? 0 })) return false
  return target.operations.isSubsetOf(actor.operations)
}

/** A ticket to sign in as another account; good once, for a minute. */
export const issueTicket = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.session.issueTicket>,
): Promise<{ ticket: string }> => {
  const caller = await callerOfAccount(ctx.systemDb, ctx.clock)(input.accountId) // the id was found in the caller's scope already
  if (!caller || !maySignInAs(ctx.actor, caller.actor)) throw new DomainError('noAccess')
  const { actor: target } = caller
  const { token: ticket, hash } = newToken()
  return transact(ctx, async (write) => {
    await insertTicket(write.systemDb, {
      ticket_hash: hash,
      account_id: input.accountId,
      issued_by: ctx.actor.accountId,
      expires_at: new Date(write.at.getTime() + limits.ticketLife),
    })
    write.audit({
      action: 'account.ticket',
      object: { kind: 'account', id: input.accountId, name: target.name },
      owner: { companyId: target.companyId ?? 0, path: target.companyPath },
    })
    return { ticket }
  })
}
