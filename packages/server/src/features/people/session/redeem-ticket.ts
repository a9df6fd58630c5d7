import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { accountById } from '../account/own-account.ts'
import { openSession, refusalOf } from './open-session.ts'
import { ownStepOf } from '../../base/access/own-steps.ts'
import { takeTicket } from '../../base/access/sessions.ts'
import { hashOf } from '../../base/access/token.ts'

/** Exchanges a ticket for a session of its account, if both it and the issuer may sign in. */
export const redeemTicket = async (ctx: Ctx, input: InputOf<typeof endpoints.session.redeemTicket>): Promise<string> => {
  const { systemDb } = ctx // no session yet, so no scope
  const ticket = await takeTicket(systemDb, hashOf(input.ticket), ctx.clock.now())
  if (!ticket) throw new DomainError('ticketInvalid')
  for (const id of [ticket.account_id, ticket.issued_by])
    if (id !== null && (await refusalOf(ctx, id))) throw new DomainError('ticketInvalid')
  // Whatever has changed since a key issued it.
  if (ticket.key_id !== null && (await ownStepOf(systemDb, ctx.config, ticket.account_id, ctx.clock.now())))
    throw new DomainError('ticketInvalid')
  const { account } = await accountById(systemDb, ticket.account_id)
  return openSession(ctx, {
    accountId: ticket.account_id,
    account,
    action: 'session.ticketLogin',
    issuedBy: ticket.issued_by,
    keyId: ticket.key_id,
  })
}
