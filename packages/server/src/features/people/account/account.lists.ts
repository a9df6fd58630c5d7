import { DomainError, type EnumValue, type OperationCode } from '@emberwatch/contract'
import type { Actor } from '../../../platform/context.ts'

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
export const typeIn = (list: AccountList, actor: Actor): AccountType => facts[list].type ?? (actor.accountType as AccountType)

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
