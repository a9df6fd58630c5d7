import { DomainError, type EnumValue, type OperationCode, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Actor, Ctx } from '../../../platform/context.ts'
import { fewByIdOrMany, newestFirst, withKeyword, type FoundRows } from '../../../platform/keyword.ts'
import { isPrivate } from '../../../platform/mask.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'

type AccountType = EnumValue<'accountType'>

/** The lists of accounts, each with its page in the console. */
export const accountLists = ['company', 'distributor', 'agentOne', 'agentTwo', 'user', 'customer'] as const
export type AccountList = (typeof accountLists)[number]

const facts: Readonly<Record<AccountList, { readonly view: OperationCode; readonly type: AccountType | null }>> = {
  company: { view: 'companyAccount:view', type: null },
  distributor: { view: 'distributorAccount:view', type: 'distributor' },
  agentOne: { view: 'agentOneAccount:view', type: 'agent_one' },
  agentTwo: { view: 'agentTwoAccount:view', type: 'agent_two' },
  user: { view: 'userAccount:view', type: 'user' },
  customer: { view: 'customerAccount:view', type: 'customer' },
}

/** The type of the accounts in a list. Accounts of one's own company have one's own type. */
const typeIn = (list: AccountList, actor: Actor): AccountType => facts[list].type ?? (actor.accountType as AccountType)

/** The list in which the caller sees an account of their branch. */
const listOf = (actor: Actor, account: { readonly type: AccountType; readonly company_id: number }): AccountList => {
  if (account.type === 'customer' || account.type === 'user') return account.type
  if (account.company_id === actor.companyId) return 'company'
  return accountLists.find((list) => facts[list].type === account.type) ?? 'company'
}

/** @throws DomainError noAccess if the caller may not see the list */
export const assertListOpen = (actor: Actor, list: AccountList): void => {
  if (!actor.operations.has(facts[list].view)) throw new DomainError('noAccess')
}

/** Somebody who may not see an account's list may neither see nor change the account. @throws DomainError noAccess */
export const assertMayView = (actor: Actor, account: { readonly type: AccountType; readonly company_id: number }): void =>
  assertListOpen(actor, listOf(actor, account))

export type AccountPageInput = InputOf<typeof endpoints.account.pageCompany>
type Accounts = SelectQueryBuilder<Tables, 'account', object>

const dayMs = 86_400_000
/** The accounts of a list that the input asks for. */
export const filteredAccounts = async (ctx: Ctx, list: AccountList, input: AccountPageInput): Promise<FoundRows<Accounts>> => {
  const type = typeIn(list, ctx.actor)
  const ofType = ctx.db.selectFrom('account').where('account.type', '=', type).where('account.deleted_at', 'is', null)
  let rows: Accounts = filtered(ofType, 'account', input, {
    equal: ['companyId', 'customerId', 'enabled'],
    between: 'created_at',
  })
  if (list === 'company') rows = rows.where('account.company_id', '=', ctx.actor.companyId ?? 0)
  if (input.ended !== undefined) {
    const now = ctx.clock.now().toISOString()
    rows = input.ended
      ? rows.where('account.valid_until', '<=', now)
      : rows.where((e) => e.or([e('account.valid_until', 'is', null), e('account.valid_until', '>', now)]))
  }
  if (input.neverLoggedIn !== undefined) rows = rows.where('account.last_login_at', input.neverLoggedIn ? 'is' : 'is not', null)
  if (input.inactiveDays !== undefined) {
    const since = new Date(ctx.clock.now().getTime() - input.inactiveDays * dayMs).toISOString()
    rows = rows.where('account.last_login_at', '<', since)
  }
  let counted: Pick<FoundRows<Accounts>, 'count'> = {}
  if (input.roleId !== undefined) {
    const { roleId } = input
    // Not scoped: the accounts are in the caller's scope, whoever gave them the role.
    const holders = rows.where(sql<boolean>`account.id in (select account_id from account_role where role_id = ${roleId})`)
    // In list order, because if there are many, a scan soon finds them.
    ;({ rows, ...counted } = await fewByIdOrMany(rows, 'account', holders, newestFirst(holders, 'account')))
  }
  if (!input.keyword) return { rows, ...counted }
  // Not by phone number: a caller who sees it masked could guess it digit by digit. The same goes for a private person's name.
  const isMasked = isPrivate(type) && !ctx.actor.operations.has('account:unmask')
  return withKeyword(ctx.systemDb, rows, 'account', input.keyword, {
    parts: ['account', 'name'],
    masked: isMasked ? { part: 'name' } : undefined,
  })
}
