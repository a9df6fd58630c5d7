import type { Feature } from '../../../platform/feature.ts'
import { dataProjectExport } from './data-project.export.ts'
import { dataProjectRoutes } from './data-project.routes.ts'

export const dataProjectFeature: Feature = {
  name: 'data-project',
  routes: () => dataProjectRoutes,
  exports: { dataProject: dataProjectExport },
}
