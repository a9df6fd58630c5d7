import type { Feature } from '../../../platform/feature.ts'
import { reportParamExport } from './report-param.reads.ts'
import { reportParamRoutes } from './report-param.routes.ts'

export const reportParamFeature: Feature = {
  name: 'report-param',
  routes: () => reportParamRoutes,
  exports: { reportParam: reportParamExport },
}
