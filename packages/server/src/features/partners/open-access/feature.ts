import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { alarmChanges, faultChanges } from './changes.reads.ts'
import {
  createOpenAccess,
  removeOpenAccess,
  rotateOpenAccess,
  setOpenAccessEnabled,
  updateOpenAccess,
} from './open-access.verbs.ts'
import { issueTicketWithKey } from './issue-ticket-with-key.ts'
import { exportOpenAccess, openAccessDetail, pageOpenAccess, selectOpenAccess, openAccessExport } from './open-access.reads.ts'
import {
  openAlarmDetail,
  pageOpenAlarms,
  pageOpenDevices,
  pageOpenFaults,
  pageOpenGateways,
  pageOpenOrders,
  pageOpenProjects,
} from './open-api.reads.ts'
import { sendFeedbackWithKey, createRepairWithKey } from './open-api.verbs.ts'
import type { Feature } from '../../../platform/feature.ts'

const openAccessRoutes = [
  ...bind(endpoints.openAccess, {
    page: pageOpenAccess,
    detail: openAccessDetail,
    select: selectOpenAccess,
    create: createOpenAccess,
    update: updateOpenAccess,
    remove: removeOpenAccess,
    setEnabled: setOpenAccessEnabled,
    export: exportOpenAccess,
    rotate: rotateOpenAccess,
  }),
  ...bind(endpoints.openApi, {
    alarms: pageOpenAlarms,
    alarmDetail: openAlarmDetail,
    alarmChanges,
    faults: pageOpenFaults,
    faultChanges,
    devices: pageOpenDevices,
    gateways: pageOpenGateways,
    projects: pageOpenProjects,
    orders: pageOpenOrders,
    createRepair: createRepairWithKey,
    createFeedback: sendFeedbackWithKey,
    issueTicket: issueTicketWithKey,
  }),
]

export const openAccessFeature: Feature = {
  name: 'open-access',
  routes: () => openAccessRoutes,
  exports: { openAccess: openAccessExport },
}
