import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { accountById } from './account.store.ts'
import { openSession, refusalOf } from './open-session.ts'
import { takeTicket } from './session.store.ts'
import { hashOf } from './token.ts'

/** Exchanges a ticket for a session of its account. */
export const redeemTicket = async (ctx: Ctx, input: InputOf<typeof endpoints.session.redeemTicket>): Promise<string> => {
  const { systemDb } = ctx // there is no session yet, so nobody's scope
  const ticket = await takeTicket(systemDb, hashOf(input.ticket), ctx.clock.now())
  if (!ticket || (await refusalOf(ctx, ticket.account_id))) throw new DomainError('ticketInvalid')
  const { account } = await accountById(systemDb, ticket.account_id)
  return openSession(ctx, {
    accountId: ticket.account_id,
    account,
    action: 'session.ticketLogin',
    issuedBy: ticket.issued_by,
  })
}
