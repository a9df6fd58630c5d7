import type { CompanyKind, EnumValue } from '@emberwatch/contract'

type CompanyType = EnumValue<'companyType'>

interface KindFacts {
  /** Its endpoints, operations and exports. */
  readonly name: 'distributor' | 'agentOne' | 'agentTwo'
  /** What such a company may hang under (domain.md, "Companies and scope"). */
  readonly parents: readonly CompanyType[]
  /** The page that lists them. */
  readonly page: string
}

/** What distinguishes the levels of companies; everything else is one engine. */
export const companyKindFacts: Readonly<Record<CompanyKind, KindFacts>> = {
  distributor: { name: 'distributor', parents: ['siter'], page: '/company/distributorList' },
  agent_one: {
    name: 'agentOne',
    parents: ['siter', 'distributor'],
    page: '/company/agentOneList',
  },
  agent_two: {
    name: 'agentTwo',
    parents: ['siter', 'distributor', 'agent_one'],
    page: '/company/agentTwoList',
  },
}
