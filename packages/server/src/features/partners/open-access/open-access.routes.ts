import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { alarmChanges, faultChanges } from './changes.reads.ts'
import { createOpenAccess } from './create-open-access.ts'
import { deleteOpenAccess } from './delete-open-access.ts'
import { issueTicketWithKey } from './issue-ticket-with-key.ts'
import { exportOpenAccess, openAccessDetail, pageOpenAccess, selectOpenAccess } from './open-access.reads.ts'
import {
  openAlarmDetail,
  pageOpenAlarms,
  pageOpenDevices,
  pageOpenFaults,
  pageOpenGateways,
  pageOpenOrders,
  pageOpenProjects,
} from './open-api.reads.ts'
import { rotateOpenAccess } from './rotate-open-access.ts'
import { sendFeedbackWithKey } from './send-feedback-with-key.ts'
import { setOpenAccessEnabled } from './set-open-access-enabled.ts'
import { createRepairWithKey } from './create-repair-with-key.ts'
import { updateOpenAccess } from './update-open-access.ts'

export const openAccessRoutes = [
  ...bind(endpoints.openAccess, {
    page: pageOpenAccess,
    detail: openAccessDetail,
    select: selectOpenAccess,
    create: createOpenAccess,
    update: updateOpenAccess,
    del: deleteOpenAccess,
    forbidden: setOpenAccessEnabled,
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
