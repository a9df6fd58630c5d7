import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { geocode } from './geocode.ts'
import { areasOnMap, mapConfig } from './map.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const mapRoutes = bind(endpoints.map, { config: mapConfig, areas: areasOnMap, geocode })

export const mapFeature: Feature = { name: 'map', routes: () => mapRoutes }
