import { endpoints } from '@emberwatch/contract'
import { bind } from '../../../platform/http/binding.ts'
import { exportAlarms } from '../../alarms/alarm/alarm.reads.ts'
import { confirmAlarm, dealAlarm, misreportAlarm } from '../../alarms/alarm/lifecycle/transition-alarm.ts'
import { waitingAlarms } from '../../alarms/alarm-desk/alarm-desk.reads.ts'
import { createOrder } from '../../orders/order/create-order.ts'
import { createKioskLink } from './create-kiosk-link.ts'
import { pageKioskLinks } from './kiosk-link.reads.ts'
import { screenAlarms, screenDuty, screenFigures, screenInfo } from './large-screen.reads.ts'
import { openKiosk } from './open-kiosk.ts'
import { revokeKioskLink } from './revoke-kiosk-link.ts'
import { screenMap } from './screen-map.reads.ts'
import { screenStatistics } from './screen-statistics.reads.ts'

export const largeScreenRoutes = [
  ...bind(endpoints.largeScreen, {
    screen: screenInfo,
    figures: screenFigures,
    alarms: screenAlarms,
    waiting: waitingAlarms,
    map: screenMap,
    statistics: screenStatistics,
    duty: screenDuty,
    // The verbs of the alarm list.
    confirm: confirmAlarm,
    deal: dealAlarm,
    misreport: misreportAlarm,
    exportAlarms,
    createRepair: (ctx, input) => createOrder(ctx, 'repair', input),
  }),
  ...bind(endpoints.kioskLink, {
    page: pageKioskLinks,
    create: createKioskLink,
    revoke: revokeKioskLink,
    open: openKiosk,
  }),
]
