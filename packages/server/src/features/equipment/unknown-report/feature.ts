import type { Feature } from '../../../platform/feature.ts'
import { unknownCodeExport, unknownDeviceExport } from './unknown-report.reads.ts'
import { unknownReportJobs } from './unknown-report.jobs.ts'
import { unknownReportRoutes } from './unknown-report.routes.ts'

export const unknownReportFeature: Feature = {
  name: 'unknown-report',
  routes: () => unknownReportRoutes,
  jobs: unknownReportJobs,
  exports: { unknownDevice: unknownDeviceExport, unknownCode: unknownCodeExport },
}
