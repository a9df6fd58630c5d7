import { endpoints, enums, type EnumName } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { areasOf, countries, valuesOf } from './area.reads.ts'
import type { Feature } from '../../../platform/feature.ts'

const areaRoutes = bind(endpoints.area, { countries, children: areasOf })

const enumRoutes = bind(endpoints.enums, Object.fromEntries(Object.keys(enums).map((name) => [name, valuesOf(name as EnumName)])))

export const areaFeature: Feature = {
  name: 'area',
  routes: () => [...areaRoutes, ...enumRoutes],
}
