import { about, endpoint } from '../../../kernel/endpoint.ts'
import { Type } from '../../../kernel/schema.ts'
import { searchHit, searchInput } from './search.schema.ts'

export const searchEndpoints = about([], {
  everything: endpoint({
    method: 'GET',
    path: 'web/search',
    access: 'session',
    input: searchInput,
    output: Type.Array(searchHit),
    persons: ['keyword'],
    summary: 'The newest rows of every kind the caller may see that match a keyword, at most five of each',
  }),
})
