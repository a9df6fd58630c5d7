import type { Feature } from '../../platform/feature.ts'
import { unknownCodeExport, unknownDeviceExport } from './unknown-report.reads.ts'
import { unknownReportRoutes } from './unknown-report.routes.ts'

export const unknownReportFeature: Feature = {
  name: 'unknown-report',
  routes: () => unknownReportRoutes,
  exports: { unknownDevice: unknownDeviceExport, unknownCode: unknownCodeExport },
}
