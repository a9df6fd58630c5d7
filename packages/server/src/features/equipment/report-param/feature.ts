import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createReportParam, removeReportParam, setReportParamEnabled, updateReportParam } from './report-param.verbs.ts'
import { exportReportParams, pageReportParams, reportParamExport } from './report-param.reads.ts'
import { testFrame } from './test-frame.ts'
import type { Feature } from '../../../platform/feature.ts'

const reportParamRoutes = bind(endpoints.reportParam, {
  page: pageReportParams,
  create: createReportParam,
  update: updateReportParam,
  remove: removeReportParam,
  setEnabled: setReportParamEnabled,
  export: exportReportParams,
  test: testFrame,
})

export const reportParamFeature: Feature = {
  name: 'report-param',
  routes: () => reportParamRoutes,
  exports: { reportParam: reportParamExport },
}
