import { type CompanyKind, type CompanyRow, endpoints, pageHref, pages, type UserInfo } from '@emberwatch/contract'

const distributor = endpoints.distributor
const agentOne = endpoints.agentOne
const agentTwo = endpoints.agentTwo

const kinds = {
  distributor: {
    calls: distributor,
    above: [],
    below: ['agent_one', 'agent_two'],
    activity: endpoints.activity.distributor,
    accounts: 'distributor',
  },
  agent_one: {
    calls: agentOne,
    above: ['distributor'],
    below: ['agent_two'],
    activity: endpoints.activity.agentOne,
    accounts: 'agentOne',
  },
  agent_two: {
    calls: agentTwo,
    above: ['agent_one', 'distributor'],
    below: [],
    activity: endpoints.activity.agentTwo,
    accounts: 'agentTwo',
  },
} as const

type Kinds = readonly (keyof typeof kinds)[]

/**
 * What defines one kind of company. The pages of all kinds are the same. `above`: kinds that can be its parent, besides the user's
 * own company; `below`: kinds that can be below it; `accounts`: the list of its accounts.
 */
export const companyKind = (kind: CompanyKind) => {
  const { calls, above, below, activity, accounts } = kinds[kind]
  return { kind, calls, path: pages[`${accounts}List`], activity, accounts, above: above as Kinds, below: below as Kinds }
}
export const companyHref = (kind: CompanyKind, id: number, tab?: string): string =>
  pageHref(`${kinds[kind].accounts}Detail`, { id, tab })
export type CompanyKindFacts = ReturnType<typeof companyKind>

/** A form over a row of a list. */
export interface CompanyFormProps {
  readonly kind: CompanyKindFacts
  readonly row: CompanyRow
  readonly onClose: () => void
}

const rank = { siter: 0, distributor: 1, agent_one: 2, agent_two: 3, customer: 4, user: 4 } as const

/** The kinds among which a user chooses a parent: only those below the user's own. */
export const parentKinds = ({ above }: CompanyKindFacts, accountType: UserInfo['accountType']): readonly (keyof typeof kinds)[] =>
  above.filter((kind) => rank[kind] > rank[accountType])
