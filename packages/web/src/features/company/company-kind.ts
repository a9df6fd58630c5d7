import { endpoints, type CompanyKind, type CompanyRow, type UserInfo } from '@emberwatch/contract'

const { distributor, agentOne, agentTwo } = endpoints

const kinds = {
  distributor: { name: 'distributor', calls: distributor, above: [] },
  agent_one: { name: 'agentOne', calls: agentOne, above: ['distributor'] },
  agent_two: { name: 'agentTwo', calls: agentTwo, above: ['agent_one', 'distributor'] },
} as const

/** What one kind of company is made of. The pages of all kinds are the same; `above` are the kinds that it may stand below, besides one's own company. */
export const companyKind = (kind: CompanyKind) => {
  const { name, calls, above } = kinds[kind]
  const op = { create: `${name}:create`, update: `${name}:update`, del: `${name}:del`, forbidden: `${name}:forbidden` } as const
  return {
    kind,
    name,
    calls,
    op,
    above: above as readonly (keyof typeof kinds)[],
    reads: [calls.page, calls.detail, calls.select],
  }
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
