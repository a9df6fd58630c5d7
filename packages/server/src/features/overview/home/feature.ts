import type { Feature } from '../../../platform/feature.ts'
import { dataCentreRoutes } from './home.routes.ts'

export const dataCentreFeature: Feature = {
  name: 'data-centre',
  routes: ({ health }) => dataCentreRoutes(health),
}
