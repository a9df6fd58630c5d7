import { endpoints, type CompanyKind, type CompanyRow, type UserInfo } from '@emberwatch/contract'

const distributor = endpoints.distributor
const agentOne = endpoints.agentOne
const agentTwo = endpoints.agentTwo

const kinds = {
  distributor: { calls: distributor, above: [] },
  agent_one: { calls: agentOne, above: ['distributor'] },
  agent_two: { calls: agentTwo, above: ['agent_one', 'distributor'] },
} as const

/** What one kind of company is made of. The pages of all kinds are the same; `above` are the kinds that it may stand below, besides one's own company. */
export const companyKind = (kind: CompanyKind) => {
  const { calls, above } = kinds[kind]
  return { kind, calls, above: above as readonly (keyof typeof kinds)[] }
}
export type CompanyKindFacts = ReturnType<typeof companyKind>

/** A form over a row of a list. */
export interface CompanyFormProps {
  kind: CompanyKindFacts
  row: CompanyRow
  onClose: () => void
}

const rank = { siter: 0, distributor: 1, agent_one: 2, agent_two: 3, customer: 4, user: 4 } as const

/** The kinds among which somebody chooses a parent: only those below their own. */
export const parentKinds = ({ above }: CompanyKindFacts, accountType: UserInfo['accountType']): readonly (keyof typeof kinds)[] =>
  above.filter((kind) => rank[kind] > rank[accountType])
