import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import {
  ignoreUnknownCodes,
  ignoreUnknownDevices,
  moveUnknownDevices,
  registerUnknownCodes,
  registerUnknownDevices,
  ignoreUnknownCode,
  ignoreUnknownDevice,
  moveUnknownDevice,
  registerUnknownDevice,
  settleKnown,
} from './unknown-report.verbs.ts'
import { registerUnknownCode } from './register-unknown-code.ts'
import {
  exportUnknownCodes,
  exportUnknownDevices,
  pageUnknownCodes,
  pageUnknownDevices,
  unknownCodeExport,
  unknownDeviceExport,
} from './unknown-report.reads.ts'
import type { JobServices, Feature } from '../../../platform/feature.ts'
import { job, type JobDefinition } from '../../../platform/jobs.ts'

const unknownReportRoutes = [
  ...bind(endpoints.unknownDevice, {
    page: pageUnknownDevices,
    export: exportUnknownDevices,
    register: registerUnknownDevice,
    move: moveUnknownDevice,
    ignore: ignoreUnknownDevice,
    registerMany: registerUnknownDevices,
    moveMany: moveUnknownDevices,
    ignoreMany: ignoreUnknownDevices,
  }),
  ...bind(endpoints.unknownCode, {
    page: pageUnknownCodes,
    export: exportUnknownCodes,
    register: registerUnknownCode,
    ignore: ignoreUnknownCode,
    registerMany: registerUnknownCodes,
    ignoreMany: ignoreUnknownCodes,
  }),
]

const unknownReportJobs = ({ systemCtx, log }: JobServices): readonly JobDefinition[] => [
  job(
    'settleKnown',
    async () => {
      const settled = await settleKnown(systemCtx)
      if (settled > 0) log.info({ settled }, 'devices that were unknown are registered where they report')
    },
    '* * * * *',
  ),
]

export const unknownReportFeature: Feature = {
  name: 'unknown-report',
  routes: () => unknownReportRoutes,
  jobs: unknownReportJobs,
  exports: { unknownDevice: unknownDeviceExport, unknownCode: unknownCodeExport },
}
