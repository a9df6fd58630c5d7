import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { geocode } from './geocode.ts'
import { areasOnMap, mapConfig } from './map.reads.ts'

export const mapRoutes = bind(endpoints.map, { config: mapConfig, areas: areasOnMap, geocode })
