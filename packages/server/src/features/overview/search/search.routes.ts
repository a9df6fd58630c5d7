import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { searchEverything } from './search.reads.ts'

export const searchRoutes = bind(endpoints.search, { everything: searchEverything })
