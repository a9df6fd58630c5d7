import type { InputOf } from '@emberwatch/contract'
import { decode, inputFacts } from '../../../kit/schema.ts'
import type { Search } from '../../../kit/search-params.ts'
import type { OrderKind } from './order-kind.ts'

/** The filters shared by board, calendar and map: those of the list, without paging and sorting. */
export type ViewFilters = InputOf<OrderKind['calls']['board']>

export const viewFiltersOf = (kind: OrderKind, search: Search): ViewFilters => {
  const facts = inputFacts(kind.calls.board)
  const given = Object.keys(facts).filter((name) => search[name])
  return Object.fromEntries(given.map((name) => [name, decode(facts[name], search[name] ?? '')])) as ViewFilters
}
