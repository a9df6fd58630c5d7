import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { accountById } from './account.store.ts'
import { openSession, refusalOf } from './open-session.ts'
import { takeTicket } from './session.store.ts'
import { hashOf } from './token.ts'

/** Exchanges a ticket for a session of its account, as long as it and whoever issued it may sign in. */
export const redeemTicket = async (ctx: Ctx, input: InputOf<typeof endpoints.session.redeemTicket>): Promise<string> => {
  const { systemDb } = ctx // there is no session yet, so nobody's scope
  const ticket = await takeTicket(systemDb, hashOf(input.ticket), ctx.clock.now())
  if (!ticket) throw new DomainError('ticketInvalid')
  for (const id of [ticket.account_id, ticket.issued_by])
    if (id !== null && (await refusalOf(ctx, id))) throw new DomainError('ticketInvalid')
  const { account } = await accountById(systemDb, ticket.account_id)
  return openSession(ctx, {
    accountId: ticket.account_id,
    account,
    action: 'session.ticketLogin',
    issuedBy: ticket.issued_by,
  })
}
