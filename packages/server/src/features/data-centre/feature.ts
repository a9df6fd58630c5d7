import type { Feature } from '../../platform/feature.ts'
import { dataCentreRoutes } from './data-centre.routes.ts'

export const dataCentreFeature: Feature = {
  name: 'data-centre',
  routes: ({ health }) => dataCentreRoutes(health),
}
