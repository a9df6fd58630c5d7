import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import {
  ignoreUnknownCodes,
  ignoreUnknownDevices,
  moveUnknownDevices,
  registerUnknownCodes,
  registerUnknownDevices,
} from './handle-many.ts'
import { ignoreUnknownCode, ignoreUnknownDevice } from './ignore-unknown-report.ts'
import { moveUnknownDevice } from './move-unknown-device.ts'
import { registerUnknownCode } from './register-unknown-code.ts'
import { registerUnknownDevice } from './register-unknown-device.ts'
import { exportUnknownCodes, exportUnknownDevices, pageUnknownCodes, pageUnknownDevices } from './unknown-report.reads.ts'

export const unknownReportRoutes = [
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
