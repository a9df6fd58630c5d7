import { type CompanyKind, type EnumValue, pages } from '@emberwatch/contract'

type CompanyType = EnumValue<'companyType'>

interface KindFacts {
  /** Its endpoints, operations and exports. */
  readonly name: 'distributor' | 'agentOne' | 'agentTwo'
  /** The types of companies that it may be below (domain.md, "Companies and scope"). */
  readonly parents: readonly CompanyType[]
  /** The page that lists them. */
  readonly page: string
}

/** What differs between the levels of companies. Everything else is shared code. */
export const companyKindFacts: Readonly<Record<CompanyKind, KindFacts>> = {
  distributor: { name: 'distributor', parents: ['siter'], page: pages.distributorList },
  agent_one: {
    name: 'agentOne',
    parents: ['siter', 'distributor'],
    page: pages.agentOneList,
  },
  agent_two: {
    name: 'agentTwo',
    parents: ['siter', 'distributor', 'agent_one'],
    page: pages.agentTwoList,
  },
}
