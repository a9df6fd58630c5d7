import { DomainError, limits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { isPrivate } from '../../../platform/mask.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertHoldsRightsOf, lockManaged } from '../../people/account/account.rules.ts'
import { callerOfAccount, stepBeforeUse } from '../../base/access/authenticate.ts'
import { newTicket } from '../../base/access/token.ts'

type Call = typeof endpoints.openApi.issueTicket

/** Checks that a person could sign in as the account themselves, now. Returns the account. @throws DomainError */
const assertMaySignInAs = async (ctx: Ctx, write: Write, personId: number | null, accountId: number) => {
  const person = personId === null ? null : await callerOfAccount(write.systemDb, ctx.clock)(personId)
  if (!person || isPrivate(person.actor.accountType) || !person.actor.operations.has('account:signInAs'))
    throw new DomainError('noAccess')
  const as: Ctx = { ...ctx, ...person }
  const asPerson: Write = { ...write, db: scoped(write.systemDb, person.scope) }
  const account = await lockManaged(as, asPerson, 'any', { id: accountId })
  await assertHoldsRightsOf(as, asPerson, account, { asThemselves: true })
  return account
}

/**
 * A ticket with which a partner's portal signs a person in. A key cannot do more than the people behind it: both who granted the right and
 * who was shown the secret must be able to sign in as the account, at this moment. It opens no account that its owner has to enter a code or
 * choose a password for (docs/decisions/0169).
 * @throws DomainError notFound, noAccess, levelTooHigh, grantBeyondOwn, precondition
 */
export const issueTicketWithKey = (ctx: Ctx, input: InputOf<Call>): Promise<OutputOf<Call>> =>
  transact(ctx, async (write) => {
    const { key } = ctx.actor
    if (!key) throw new Error('only a key calls this')
    const found = await write.db
      .selectFrom('account')
      .select('id')
      .where(sql<boolean>`lower(account.account) = lower(${input.account})`)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!found) throw new DomainError('notFound', {}, 'account')
    const account = await assertMaySignInAs(ctx, write, key.ticketGranterId, found.id)
    if (key.holderId !== key.ticketGranterId) await assertMaySignInAs(ctx, write, key.holderId, found.id)
    if (!(await callerOfAccount(write.systemDb, ctx.clock)(account.id))) throw new DomainError('noAccess')
    const step = await stepBeforeUse(write.systemDb, ctx.config, account.id, write.at)
    if (step) throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${step}`) }, 'account')
    const ticket = await newTicket(write, account.id, key.ticketGranterId, key.id)
    write.audit({
      action: 'account.ticket',
      object: { kind: 'account', id: account.id, name: account.name },
      owner: { companyId: account.company_id, path: account.path },
    })
    return { ticket, expiresAt: new Date(write.at.getTime() + limits.ticketLife).toISOString() }
  })
