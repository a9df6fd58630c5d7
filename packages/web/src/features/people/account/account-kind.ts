import { type AccountRow, endpoints, type EnumValue, type OutputOf, pages, type UserInfo } from '@emberwatch/contract'
import { isMasked } from '../../../kit/masked.tsx'

const account = endpoints.account
const customerAccount = endpoints.customerAccount
const distributor = endpoints.distributor
const agentOne = endpoints.agentOne
const agentTwo = endpoints.agentTwo

const kinds = {
  company: { page: account.pageCompany, type: undefined, companies: undefined, made: true },
  distributor: {
    page: account.pageDistributor,
    type: 'distributor',
    companies: distributor.select,
    made: true,
  },
  agentOne: {
    page: account.pageAgentOne,
    type: 'agent_one',
    companies: agentOne.select,
    made: true,
  },
  agentTwo: {
    page: account.pageAgentTwo,
    type: 'agent_two',
    companies: agentTwo.select,
    made: true,
  },
  // Ordinary users register themselves (readings.md); staff enable them here.
  user: { page: account.pageUser, type: 'user', companies: undefined, made: false },
  // Their calls and permissions are their own; everything else is the same for all.
  customer: {
    page: customerAccount.page,
    type: 'customer',
    companies: undefined,
    made: true,
  },
} as const

export type AccountListName = keyof typeof kinds

/** What defines one list of accounts. The pages of all lists are the same. */
export const accountKind = (list: AccountListName) => {
  const { page, type, companies, made } = kinds[list]
  const family = list === 'customer' ? 'customerAccount' : 'account'
  const calls = { account, customerAccount }[family]
  return {
    list,
    page,
    calls,
    activity: endpoints.activity[family],
    path: pages[`${list}AccountList`],
    /** Companies to choose from; undefined in the list of one's own company, and for customers' accounts. */
    companies,
    /** Whether accounts can be created here. */
    made,
    roleType: (user: UserInfo): EnumValue<'accountType'> => type ?? user.accountType,
  }
}
export type AccountKind = ReturnType<typeof accountKind>

/** Whether some of its data is masked for the caller. */
export const isHidden = ({ name, phone, email }: OutputOf<typeof account.unmask>): boolean => isMasked(name, phone, email)

export const isLocked = ({ lockedUntil }: Pick<AccountRow, 'lockedUntil'>, now: number): boolean =>
  lockedUntil !== null && Date.parse(lockedUntil) > now
