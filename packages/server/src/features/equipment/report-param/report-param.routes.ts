import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { createReportParam } from './create-report-param.ts'
import { deleteReportParam } from './delete-report-param.ts'
import { exportReportParams, pageReportParams } from './report-param.reads.ts'
import { setReportParamEnabled } from './set-report-param-enabled.ts'
import { testFrame } from './test-frame.ts'
import { updateReportParam } from './update-report-param.ts'

export const reportParamRoutes = bind(endpoints.reportParam, {
  page: pageReportParams,
  create: createReportParam,
  update: updateReportParam,
  del: deleteReportParam,
  forbidden: setReportParamEnabled,
  export: exportReportParams,
  test: testFrame,
})
