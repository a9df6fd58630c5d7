import type { Feature } from '../../../platform/feature.ts'
import { dataUserExport } from './data-user.export.ts'
import { dataUserRoutes } from './data-user.routes.ts'

export const dataUserFeature: Feature = {
  name: 'data-user',
  routes: () => dataUserRoutes,
  exports: { dataUser: dataUserExport },
}
