import { pageAddress } from '../../../page-link.ts'
import { searchKinds, type SearchHit } from './search.endpoints.ts'

/** The address that a result leads to. */
export const searchPath = ({ kind, id, title }: Pick<SearchHit, 'kind' | 'id' | 'title'>): string => {
  const leadsTo = searchKinds[kind]
  return 'detail' in leadsTo ? pageAddress(leadsTo.detail, { id }) : pageAddress(leadsTo.list, { keyword: title })
}
