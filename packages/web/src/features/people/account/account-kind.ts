import { endpoints, type AccountRow, type EnumValue, type OutputOf, type UserInfo } from '@emberwatch/contract'
import { pagePaths } from '../../../paths.ts'

const account = endpoints.account
const customerAccount = endpoints.customerAccount
const distributor = endpoints.distributor
const agentOne = endpoints.agentOne
const agentTwo = endpoints.agentTwo

const kinds = {
  company: { page: account.pageCompany, path: pagePaths.companyAccountList, type: undefined, companies: undefined, made: true },
  distributor: {
    page: account.pageDistributor,
    path: pagePaths.distributorAccountList,
    type: 'distributor',
    companies: distributor.select,
    made: true,
  },
  agentOne: {
    page: account.pageAgentOne,
    path: pagePaths.agentOneAccountList,
    type: 'agent_one',
    companies: agentOne.select,
    made: true,
  },
  agentTwo: {
    page: account.pageAgentTwo,
    path: pagePaths.agentTwoAccountList,
    type: 'agent_two',
    companies: agentTwo.select,
    made: true,
  },
  // Ordinary users register themselves (readings.md); staff enable them here.
  user: { page: account.pageUser, path: pagePaths.userAccountList, type: 'user', companies: undefined, made: false },
  // Their calls and permissions are their own; everything else is the same for all.
  customer: {
    page: customerAccount.page,
    path: pagePaths.customerAccountList,
    type: 'customer',
    companies: undefined,
    made: true,
  },
} as const

export type AccountListName = keyof typeof kinds

/** What defines one list of accounts. The pages of all lists are the same. */
export const accountKind = (list: AccountListName) => {
  const { page, path, type, companies, made } = kinds[list]
  const family = list === 'customer' ? 'customerAccount' : 'account'
  const calls = { account, customerAccount }[family]
  return {
    list,
    page,
    calls,
    activity: endpoints.activity[family],
    path,
    /** Companies to choose from; undefined in the list of one's own company, and for customers' accounts. */
    companies,
    /** Whether accounts can be created here. */
    made,
    roleType: (user: UserInfo): EnumValue<'accountType'> => type ?? user.accountType,
  }
}
export type AccountKind = ReturnType<typeof accountKind>

export const accountHref = ({ path }: AccountKind, { id }: Pick<AccountRow, 'id'>): string => `${path}/detail?id=${id}`

type Personal = OutputOf<typeof account.unmask>

/** Whether some of its data is masked for the caller. */
export const isMasked = ({ name, phone, email }: Personal): boolean => [name, phone, email].some((text) => text?.includes('*'))

/** Unmasked data of this visit of the page, by account; valid until the account changes. */
export type Unmasked = Readonly<Record<number, Personal & { version: number }>>

export const seenAs = (row: AccountRow, unmasked: Unmasked): Personal => {
  const seen = unmasked[row.id]
  const { name, phone, email } = seen?.version === row.version ? seen : row
  return { name, phone, email }
}

export const isLocked = ({ lockedUntil }: Pick<AccountRow, 'lockedUntil'>, now: number): boolean =>
  lockedUntil !== null && Date.parse(lockedUntil) > now
