import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { searchEverything } from './search.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const searchRoutes = bind(endpoints.search, { everything: searchEverything })

export const searchFeature: Feature = {
  name: 'search',
  routes: () => searchRoutes,
}
